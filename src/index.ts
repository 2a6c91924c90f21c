// The whole public surface of `sallyport`. Adding a name here makes it public.
export { createSallyport, type Sallyport, type SallyportOptions } from './sallyport.ts';
export { errorCatalogue, isSallyportError, SallyportError, type ErrorCode } from './protocol/errors.ts';
export type { Answer, Approver, Question } from './protocol/approver.ts';
export type {
  CallOptions,
  Check,
  CommandInfo,
  ConfigEntry,
  Core,
  ExecOptions,
  Skill,
  ToolInfo,
} from './protocol/core.ts';
export type { Envelope } from './protocol/envelope.ts';
export type { ExportFormat, Problem, Pruned, Retention, RunFilter, Verification, Vouched } from './protocol/history.ts';
export type { Effect, Plan, PlannedCommand } from './protocol/plan.ts';
export type { Progress } from './protocol/progress.ts';
export type { Request } from './protocol/request.ts';
export type { Artifact, RunRecord } from './protocol/run-record.ts';
export type { TerminalExecInput, TerminalExecOutput } from './protocol/terminal-exec.ts';
export type { Approval, Verdict } from './protocol/verdict.ts';
