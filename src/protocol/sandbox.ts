/** `required`: nothing runs without one. */
export type SandboxMode = 'auto' | 'off' | 'required';

/** What a sandbox of this machine holds, or why there is none. */
export interface SandboxStatus {
  readonly kind: 'bubblewrap' | 'reduced' | 'seatbelt' | 'none';
  /** What commands are held by. */
  readonly holds: readonly string[];
  /** What does not hold or is weaker than it could be, in the words of the system where it has some. */
  readonly lacks: readonly string[];
  /** How to mend that. */
  readonly fix: string | null;
  /** The limits that are in force. */
  readonly limits: readonly string[];
}
