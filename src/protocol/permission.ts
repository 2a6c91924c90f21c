/** What becomes of a command that asks for permission. */
export const PermissionResult = { Allow: 'allow', Deny: 'deny', Skip: 'skip' } as const;
export type PermissionResult = (typeof PermissionResult)[keyof typeof PermissionResult];

export interface TerminalConfirmationRequest {
  readonly command: string;
  /** What it is for, as whoever asks says it. */
  readonly description?: string;
  /** Absolute; that of this process when absent. */
  readonly cwd?: string;
  /** Raises what the policy says; it never lowers it. */
  readonly isDangerous?: boolean;
}

/** Decides, with a person where one is needed, whether a command may run in a terminal. It runs nothing. */
export interface ITerminalPermissionService {
  /** Medium or above, blocked, interactive, or acting outside the root. */
  isDangerousCommand(command: string): boolean;
  requestTerminalConfirmation(request: TerminalConfirmationRequest): Promise<PermissionResult>;
}
