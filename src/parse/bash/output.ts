import { isLocation } from './located.ts';
import type { State } from './state.ts';
import { append, isUnknown, type Piece, type Text } from './text.ts';

/** Takes what commands print. */
export interface Output {
  /** Undefined when it is known only at run time. */
  write(text: Text | undefined): void;
}

export class Capture implements Output {
  readonly pieces: Piece[] = [];

  write(text: Text | undefined): void {
    if (text === undefined) {
      const last = this.pieces.at(-1);
      if (typeof last === 'object' && 'unknown' in last && last.from === undefined) return;
      this.pieces.push({ unknown: 'substitution' });
    } else for (const piece of text) append(this.pieces, piece);
  }
}

/** What is printed from here on; what traps print there as well is known only at run time. */
export function startCapture({ options }: State): Capture {
  const capture = new Capture();
  if (options.has('printing traps') && (options.has('errtrace') || options.has('functrace'))) capture.write(undefined);
  return capture;
}

/** For what runs only perhaps, or nobody knows how often. */
export function perhaps(output: Output | undefined): Output | undefined {
  return output && { write: (text) => output.write(text && text.length > 0 && isLocation(text) ? text : undefined) };
}

/** What is printed, with something unknown before it unless all of it is printed for sure. */
export function certain(pieces: Text, isCertain: boolean): Text {
  return isCertain || pieces.every(isUnknown) ? pieces : [{ unknown: 'substitution', isPerhaps: true }, ...pieces];
}
