import type { Body, Element, Expression, Statement } from './syntax.ts';

/** Whether a function starts itself again beside itself: in a pipe with itself, or as a job. */
export function hasForkBomb(body: Body): boolean {
  let left = 5_000;
  let isFound = false;
  const inBody = (statements: Body, names: readonly string[], isBeside: boolean): void => {
    for (const statement of statements) inStatement(statement, names, isBeside);
  };
  const inStatement = (statement: Statement, names: readonly string[], isBeside: boolean): void => {
    if (isFound || --left < 0) return;
    switch (statement.type) {
      case 'function':
        return inBody(statement.body, [...names.slice(-4), statement.name], false);
      case 'chain':
        return inBody(statement.parts, names, isBeside);
      case 'branch':
        for (const each of [...statement.subjects, ...statement.tests, ...statement.bodies])
          inBody(each, names, isBeside);
        return;
      case 'try':
        for (const each of [statement.body, ...statement.handlers]) inBody(each, names, isBeside);
        return;
      case 'flow':
      case 'parameter':
        return inBody(statement.value, names, isBeside);
      case 'loop':
        return inBody(statement.body, names, isBeside);
      case 'blocks':
        for (const each of statement.bodies) inBody(each, names, isBeside);
        return;
      case 'pipeline': {
        const selves = statement.elements.filter((element) => names.includes(nameOf(element)));
        if (selves.length > 1 || (selves.length > 0 && (statement.isBackground || isBeside))) isFound = true;
        for (const element of statement.elements) {
          const isJob = /^(?:start-job|start-threadjob|start-process|sajb|saps|start)$/.test(nameOf(element));
          for (const each of element.type === 'value' ? [element.value] : element.words)
            inExpression(each, names, isBeside || isJob);
        }
      }
    }
  };
  const inExpression = (expression: Expression, names: readonly string[], isBeside: boolean): void => {
    if (isFound || --left < 0) return;
    if (expression.type === 'block' || expression.type === 'group') inBody(expression.body, names, isBeside);
  };
  inBody(body, [], false);
  return isFound;
}

function nameOf(element: Element): string {
  const [word] = element.type === 'command' ? element.words : [];
  const text = word?.type === 'text' && word.parts.length === 1 ? word.parts[0] : undefined;
  return typeof text === 'string' ? text.toLowerCase() : '';
}
