import { sep } from 'node:path';
import { SallyportError } from '../protocol/errors.ts';

export type Access = 'read' | 'write';

/**
 * The segments of a workspace-relative path; `[]` is the workspace itself. What could leave it, or could name
 * something else on another file system, is refused.
 *
 * @example parsePath('./docs//guide.md', 'read'); // ['docs', 'guide.md']
 */
export function parsePath(text: string, access: Access, platform: NodeJS.Platform = process.platform): string[] {
  const found = segmentsOf(text, access, platform);
  if (typeof found !== 'string') return found;
  throw new SallyportError('PathOutsideRoot', { path: showPath(text), reason: found });
}

/** The same, or why it is refused: archives hold such names by the million, and an error costs ten times as much. */
export function segmentsOf(
  text: string,
  access: Access,
  platform: NodeJS.Platform = process.platform,
): string[] | string {
  if (isPlain(text)) return [text];
  const names = text.length <= maxBytes ? text.split('/') : [];
  if (names.length > 1 && names.length <= maxSegments && names.every(isPlain)) return names;
  for (const rule of pathRules) if (rule.refuses(text)) return rule.reason;
  const segments = text.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.length > maxSegments) return `it has more than ${maxSegments} segments`;
  const isWindows = platform === 'win32';
  const holds = { always: true, portable: access === 'write' || isWindows, windows: isWindows };
  for (const segment of segments)
    for (const rule of segmentRules) if (holds[rule.tier] && rule.refuses(segment)) return rule.reason;
  return segments;
}

/** Whoever takes a name for one file has looked at it before: anything else here is a defect of ours. */
export function assertName(name: string): void {
  if (
    name === '' ||
    name === '.' ||
    name === '..' ||
    name.includes('/') ||
    name.includes('\0') ||
    (sep === '\\' && /[\\:]/.test(name))
  ) {
    throw new SallyportError('InternalError', { reason: `"${showPath(name)}" is not the name of one file` });
  }
}

/** Equal for two names that a case-insensitive or normalising file system may take for one. */
export function sameNameKey(segment: string): string {
  if (isPlain(segment) || isAscii(segment)) return segment.toLowerCase();
  // Lower first for ẞ, then upper for ß and ı, then lower again; İ leaves a combining dot that only some systems keep.
  const folded = segment.normalize('NFKC').replace(ignorable, '').toLowerCase().toUpperCase().toLowerCase();
  return folded.normalize('NFKC').replaceAll('i\u0307', 'i');
}

/** A path as a person or a log may see it: nothing in it moves the cursor, hides, or runs backwards. */
export function showPath(text: string): string {
  const shown = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
  return shown.replace(unprintable, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);
}

/** Nearly every name of a file: one look tells that none of the rules below refuses it. */
export function isPlain(name: string): boolean {
  return name.length <= maxSegmentBytes && plain.test(name);
}

const plain = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))\.?[\w-](?:[\w.+@=,-]*[\w-])?$/i;
const maxBytes = 4096;
const maxSegments = 256;
const maxSegmentBytes = 255;
const maxShown = 300;

// Default-ignorable code points hold the bidi controls and the zero-width characters; HFS+ drops many of them from
// names, so that `.g\u200cit` opens `.git`.
const ignorable = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
const hidden = new RegExp(ignorable.source, 'u');
// What holds an emoji together is no disguise: a heart's colour, a family's joints.
const emojiJoints =
  /(?<=\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)(?:\uFE0F|\u200D(?=\p{Extended_Pictographic}))/gu;
// Persian and the scripts of India are not written rightly without them.
const joiners =
  /(?<=[\u0600-\u06ff\u0750-\u077f\u0900-\u0dff])[\u200c\u200d](?=[\u0600-\u06ff\u0750-\u077f\u0900-\u0dff])/gu;
const unprintable =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB"]/gu;

const pathRules: readonly Rule[] = [
  { reason: 'it is empty', refuses: (text) => text === '' },
  { reason: `it is longer than ${maxBytes} bytes`, refuses: (text) => longerThan(text, maxBytes) },
  { reason: 'it holds a control character', refuses: has(/[\p{Cc}\p{Zl}\p{Zp}]/u) },
  { reason: 'it is not well-formed Unicode', refuses: has(/[\p{Cs}\p{Noncharacter_Code_Point}]/u) },
  {
    reason: 'it holds an invisible or direction-changing character',
    refuses: (text) => hidden.test(text.replace(emojiJoints, '').replace(joiners, '')),
  },
  { reason: 'it holds a backslash', refuses: has(/\\/) },
  { reason: 'it is absolute', refuses: has(/^\//) },
];

/**
 * `portable`: for every write, and for reads on Windows, where such a name means something else. `windows`: there alone,
 * where no such name can be made; elsewhere it is an ordinary one.
 */
const segmentRules: readonly (Rule & { tier: 'always' | 'portable' | 'windows' })[] = [
  { tier: 'always', reason: 'it has a ".." segment', refuses: (name) => name === '..' },
  { tier: 'always', reason: 'it has a drive letter', refuses: has(/^[A-Za-z]:/) },
  {
    tier: 'always',
    reason: `a segment is longer than ${maxSegmentBytes} bytes`,
    refuses: (name) => longerThan(name, maxSegmentBytes),
  },
  { tier: 'always', reason: 'it holds a look-alike of a separator or a dot segment', refuses: isLookalike },
  { tier: 'portable', reason: 'a ":" names an alternate stream on Windows', refuses: has(/:/) },
  { tier: 'windows', reason: 'it holds a character that Windows refuses', refuses: has(/[<>"|?*]/) },
  { tier: 'portable', reason: 'a segment ends with a dot or a space', refuses: has(/[. ]$/) },
  { tier: 'windows', reason: 'a segment begins with a space', refuses: has(/^ /) },
  // Windows takes `nul.tar.gz`, `COM¹` and `aux .txt` for the device.
  {
    tier: 'portable',
    reason: 'a segment is a device name on Windows',
    refuses: has(/^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$|clock\$) *(?:\.|$)/i),
  },
];

interface Rule {
  readonly reason: string;
  refuses(text: string): boolean;
}

function has(pattern: RegExp): (text: string) => boolean {
  return (text) => pattern.test(text);
}

function longerThan(text: string, bytes: number): boolean {
  return text.length > bytes || (text.length * 3 > bytes && Buffer.byteLength(text) > bytes);
}

/** `．．`, `‥`, `／`, `℀` …: ordinary here, a separator or a dot segment for whoever normalises the name. */
function isLookalike(name: string): boolean {
  if (isAscii(name)) return false;
  const plain = name.normalize('NFKC');
  if (plain === '.' || plain === '..') return true;
  return (name.match(/\P{ASCII}/gu) ?? []).some((char) => /[/\\]/.test(char.normalize('NFKC')));
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}
