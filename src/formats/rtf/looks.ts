import { plainParagraph, plainText, type State } from './state.ts';

/** Words that say how the text that follows looks. */
export function lookWord(name: string, number: number | undefined, state: State): void {
  const isOn = number !== 0;
  switch (name) {
    case 'pard':
      return void Object.assign(state, plainParagraph);
    case 'plain':
      return void Object.assign(state, plainText, { font: -1 });
    case 'b':
      return void (state.strong = isOn);
    case 'i':
      return void (state.emphasis = isOn);
    case 'strike':
    case 'striked':
      return void (state.struck = isOn);
    case 'super':
    case 'sub':
      return void (state.script = isOn ? name : undefined);
    case 'nosupersub':
      return void (state.script = undefined);
    case 'v':
    case 'deleted':
      return void (state.hidden = isOn);
    case 'f':
      return void (state.font = number ?? 0);
    case 'uc':
      return void (state.fallback = Math.max(0, Math.min(number ?? 1, 100)));
    case 's':
      return void (state.style = number);
    case 'outlinelevel':
      return void (state.outline = number);
    case 'ls':
      return void (state.list = (number ?? 0) > 0);
    case 'ilvl':
      return void (state.level = number ?? 0);
    case 'fi':
      return void (state.firstIndent = number ?? 0);
    case 'li':
      return void (state.indent = number ?? 0);
    case 'intbl':
      return void (state.inTable = isOn);
    case 'itap':
      state.tables = Math.max(1, number ?? 1);
      return void (state.inTable ||= (number ?? 1) > 0);
  }
}
