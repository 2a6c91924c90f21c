import { isPlain, parsePath, sameNameKey, segmentsOf, showPath } from './name.ts';
import { wrongKind } from './failure.ts';
import { mayBeProtected, mayMatch } from './protected.ts';

/** The name of one file or folder that may be made, looked at once for all who ask later. */
export class MemberName {
  readonly text: string;
  /** Equal for two names that some file system may take for one. */
  readonly key: string;
  /** No rule protects a path for the sake of this name. */
  readonly isFree: boolean;

  /** Undefined where the name of an archive's member is no portable one. */
  static of(text: string): MemberName | undefined {
    const isOrdinary = isPlain(text);
    return isOrdinary || typeof segmentsOf(text, 'write') !== 'string' ? new MemberName(text, isOrdinary) : undefined;
  }

  /** What is no portable name of one file is refused. */
  constructor(text: string, isOrdinary = isPlain(text)) {
    if (!isOrdinary && parsePath(text, 'write')[0] !== text) throw wrongKind(showPath(text), 'a path', 'a name');
    this.text = text;
    this.key = isOrdinary ? text.toLowerCase() : sameNameKey(text);
    this.isFree = !(isOrdinary ? mayMatch(this.key) : mayBeProtected(text));
  }
}
