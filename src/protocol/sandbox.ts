/** `required`: nothing runs without one. `sandbox-runtime`: nothing runs without that of the package of this name. */
export type SandboxMode = 'auto' | 'off' | 'required' | 'sandbox-runtime';

/** What a sandbox of this machine holds, or why there is none. */
export interface SandboxStatus {
  readonly kind: 'bubblewrap' | 'reduced' | 'seatbelt' | 'sandbox-runtime' | 'none';
  /** What commands are held by. */
  readonly holds: readonly string[];
  /** What does not hold or is weaker than it could be, in the words of the system where it has some. */
  readonly lacks: readonly string[];
  /** How to mend that. */
  readonly fix: string | null;
  /** The limits that are in force. */
  readonly limits: readonly string[];
}
