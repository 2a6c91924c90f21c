/** Bytes that come one after the other; 0 is the end. */
export interface ByteSource {
  read(into: Uint8Array): number;
}

/** Bytes that are read at any place. */
export interface RandomAccess {
  /** For messages. */
  readonly name: string;
  /** Taken once: a file that shrinks meanwhile is damaged input. */
  readonly size: number;
  /** Fills all of `into` from `position`, or throws CorruptInput. */
  readAt(position: number, into: Uint8Array): void;
}
