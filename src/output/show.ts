/** Controls, format and bidi characters, unassigned and private ones, odd spaces, blanks that have no category of their own. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

const SHORT = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/**
 * Untrusted text made fit for a person's terminal: whatever moves the cursor, reorders or hides is written out.
 * For the eye only: a backslash is left alone, so the result cannot be turned back.
 *
 *     showControls('a\x1b[2Jb') // 'a\\x1b[2Jb'
 */
export function showControls(text: string, options: { readonly keepNewlines?: boolean } = {}): string {
  return text.replace(UNSEEN, (unseen) => {
    if (options.keepNewlines && (unseen === '\n' || unseen === '\t')) return unseen;
    return SHORT.get(unseen) ?? escape(unseen.codePointAt(0) ?? 0);
  });
}

function escape(codePoint: number): string {
  const hex = codePoint.toString(16);
  if (codePoint < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return codePoint < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`;
}

/**
 * Long runs of blanks and empty lines written out, for texts that somebody has to approve: what stands behind them must
 * not be pushed out of sight.
 *
 *     showBlanks(`a${' '.repeat(500)}b`) // 'a ⟨500 blanks⟩ b'
 */
export function showBlanks(text: string): string {
  return text
    .replaceAll(/(?<=\S)[ \t]{32,}|[ \t]{80,}/g, ({ length }) => ` ⟨${length} blanks⟩ `)
    .replaceAll(/\n(?:[ \t]*\n){4,}/g, (run) => `\n⟨${run.split('\n').length - 2} empty lines⟩\n`);
}
