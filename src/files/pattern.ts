/** Whether a name fits a pattern of the shell: `*`, `?`, `[a-z]`, `[!x]`. Takes time in proportion to both lengths. */
export function fits(name: string, pattern: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  const parts = partsOf(pattern);
  let [at, part] = [0, 0];
  let star: { part: number; at: number } | undefined;
  while (at < name.length) {
    const wanted = parts[part];
    if (wanted === '*') star = { part: part++, at };
    else if (wanted?.(name.charAt(at))) {
      at++;
      part++;
    } else if (star) {
      part = star.part + 1;
      at = ++star.at;
    } else return false;
  }
  return parts.slice(part).every((rest) => rest === '*');
}

export function isPattern(text: string): boolean {
  return /[*?[]/.test(text);
}

type Part = '*' | ((char: string) => boolean);

function partsOf(pattern: string): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at);
    const end = char === '[' ? pattern.indexOf(']', pattern.charAt(at + 1) === '!' ? at + 3 : at + 2) : -1;
    if (char === '*') {
      if (parts.at(-1) !== '*') parts.push('*');
    } else if (char === '?') parts.push(() => true);
    else if (end > 0) {
      parts.push(setOf(pattern.slice(at + 1, end)));
      at = end;
    } else parts.push((other) => other === char);
  }
  return parts;
}

function setOf(text: string): (char: string) => boolean {
  const isNot = /^[!^]/.test(text);
  const ranges = [...(isNot ? text.slice(1) : text).matchAll(/(.)-(.)|(.)/gs)].map(
    ([, from, to, single]) => [from ?? single, to ?? single] as [string, string],
  );
  return (char) => ranges.some(([from, to]) => from <= char && char <= to) !== isNot;
}
