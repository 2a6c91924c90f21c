/// <reference lib="esnext.disposable" preserve="true" />
// The whole public surface of `sallyport`. Adding a name here makes it public.
export { createSallyport, type Sallyport, type SallyportOptions } from './sallyport.ts';
export {
  NullTerminalPermissionService,
  TerminalPermissionService,
  type TerminalPermissionOptions,
} from './permission.ts';
export { ShellExecutor } from './shell-executor.ts';
export { SecurityError, type ShellRunOptions, type ShellRunResult } from './protocol/shell-executor.ts';
export { errorCatalogue, isSallyportError, SallyportError, type ErrorCode } from './protocol/errors.ts';
export type { Answer, Approver, Channel, Offer, Question, QuestionPart, Scope } from './protocol/approver.ts';
export type {
  CallOptions,
  Check,
  CommandInfo,
  ConfigEntry,
  Core,
  ExecOptions,
  Skill,
  ToolInfo,
  ToolNature,
} from './protocol/core.ts';
export type { Envelope } from './protocol/envelope.ts';
export type { ExportFormat, Problem, Pruned, Retention, RunFilter, Verification, Vouched } from './protocol/history.ts';
export type { Grant } from './protocol/grant.ts';
export {
  PermissionResult,
  type ITerminalPermissionService,
  type TerminalConfirmationRequest,
} from './protocol/permission.ts';
export type { Effect, PlannedCommand } from './protocol/plan.ts';
export type { EffectPreview, FileCount } from './protocol/preview.ts';
export type { CheckedCommand, PolicyCheck, PolicyOptions, PolicyRuleInfo } from './protocol/policy.ts';
export type { Progress } from './protocol/progress.ts';
export type { WatchEvent, Watched, WatchOptions, WorkEvent, Worked, WorkOptions } from './protocol/queue.ts';
export type { Request } from './protocol/request.ts';
export type { Artifact, RunRecord } from './protocol/run-record.ts';
export type { TerminalExecInput, TerminalExecOutput } from './protocol/terminal-exec.ts';
export type { DryOutcome, DryReport, FileChange, TriedCommand } from './protocol/dry.ts';
export type { Kept, Undone, UndoOptions, UndoStep } from './protocol/undo.ts';
export type { Approval, Verdict } from './protocol/verdict.ts';
