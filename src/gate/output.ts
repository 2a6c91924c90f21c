import type { CommandResult } from '../commands/index.ts';
import { createSink, estimateTokens, type Sink, type Spilled } from '../output/index.ts';
import type { SallyportError } from '../protocol/errors.ts';
import { outputLimits, recordLimits } from '../protocol/limits.ts';
import type { Artifact, RecordedArtifact } from '../protocol/run-record.ts';
import { hashArtifact } from './artifacts.ts';
import type { GateParts, Passage, PassOptions } from './gate.ts';

/** The output of one run, cut to what a reply may hold; what was cut is in an artifact. */
export interface Bounded {
  readonly stdout: string;
  readonly stderr: string;
  readonly result: Readonly<Record<string, unknown>> & { readonly ok: boolean; readonly command: string };
  readonly artifacts: readonly RecordedArtifact[];
  readonly truncated: boolean;
  /** What of it the record holds; a caller in TypeScript gets more. */
  readonly recorded: Pick<Bounded, 'stdout' | 'stderr' | 'truncated'>;
  /** Before it was cut. */
  readonly bytes: { readonly stdout: number; readonly stderr: number };
  readonly cost: { readonly bytes: number; readonly tokens: number };
}

export interface Output {
  result: CommandResult;
  stdout(text: string | Uint8Array): void;
  stderr(text: string | Uint8Array): void;
  artifact(artifact: Artifact): void;
  end(): Promise<Bounded>;
  /** What is left to say when the output could not be kept: a full disk, a state folder that is gone. */
  giveUp(error: SallyportError): Bounded;
}

export function openOutput(passage: Passage, parts: GateParts, follow?: PassOptions['follow']): Output {
  const { redactor, audit } = parts;
  const { tool } = passage.request;
  const spillAs = (part: 'stdout.txt' | 'stderr.txt' | 'result.json') => () => audit.spill(tool, passage.runId, part);
  const sink = (maxBytes: number, name: 'stdout' | 'stderr', room: number): Sink => {
    const hardLimit = (passage.plan?.limits.outputBytes ?? 0) + room;
    const briefBytes = Math.min(maxBytes, recordLimits.streamBytes);
    const options = { maxBytes, briefBytes, redactor, spill: spillAs(`${name}.txt`), hardLimit, what: name };
    return createSink(follow ? { ...options, follow: (text) => follow(text, name) } : options);
  };
  const bounds = () => passage.plan?.bounds ?? outputLimits;
  const sinks: { stdout?: Sink; stderr?: Sink } = {};
  const artifacts: Artifact[] = [];
  let ended = false;
  const redacted = (artifact: RecordedArtifact) => ({
    ...artifact,
    path: redactor.redact(artifact.path),
    description: redactor.redact(artifact.description),
  });

  return {
    result: {},
    stdout(text) {
      if (!ended) (sinks.stdout ??= sink(bounds().stdoutBytes, 'stdout', 0)).write(text);
    },
    stderr(text) {
      if (!ended) (sinks.stderr ??= sink(bounds().stderrBytes, 'stderr', ownWords)).write(text);
    },
    artifact(artifact) {
      if (!ended) artifacts.push(artifact);
    },
    async end() {
      const { error } = passage;
      if (error && passage.plan?.tellsErrors !== false)
        this.stderr(`error: ${error.message}\n${error.hint ? `hint: ${error.hint}\n` : ''}`);
      ended = true;
      const recorded: RecordedArtifact[] = [];
      using view = parts.root.limited({ read: true, approved: passage.judgement?.protectedPaths ?? [] });
      for (const artifact of error ? [] : artifacts) recorded.push(redacted(await hashArtifact(view, artifact)));

      const stdout = sinks.stdout?.end() ?? nothing;
      const stderr = sinks.stderr?.end() ?? nothing;
      const result = boundResult({ ...this.result, ...error?.result }, passage, parts, spillAs('result.json'));
      for (const [name, { spill }] of Object.entries({ stdout, stderr, result }))
        if (spill) recorded.push(spilledArtifact(name, spill));
      return {
        stdout: stdout.text,
        stderr: stderr.text,
        result: result.value,
        artifacts: recorded,
        truncated: stdout.truncated || stderr.truncated || result.spill !== undefined,
        recorded: {
          stdout: stdout.brief ?? stdout.text,
          stderr: stderr.brief ?? stderr.text,
          truncated: [stdout, stderr, result].some(({ spill }) => spill !== undefined),
        },
        bytes: { stdout: stdout.bytes, stderr: stderr.bytes },
        cost: {
          bytes: stdout.bytes + stderr.bytes,
          tokens: estimateTokens(stdout.text) + estimateTokens(stderr.text) + tokensOf(result, passage),
        },
      };
    },
    giveUp(error) {
      passage.error = error;
      for (const sink of Object.values(sinks)) sink.discard();
      const stderr = redactor.redact(`error: ${error.message}\nhint: ${error.hint}\n`);
      const result = { ok: false, command: passage.plan?.label ?? '' };
      const [bytes, cost] = [
        { stdout: 0, stderr: 0 },
        { bytes: 0, tokens: 0 },
      ];
      const shown = { stdout: '', stderr, truncated: true };
      return { ...shown, recorded: shown, result, artifacts: [], bytes, cost };
    },
  };
}

function tokensOf({ text }: BoundedResult, { plan }: Passage): number {
  return plan?.repliesResult ? estimateTokens(text) : 0;
}

/** Room on stderr for our own error message. */
const ownWords = 64 * 1024;

const nothing: ReturnType<Sink['end']> = { text: '', bytes: 0, truncated: false };

interface BoundedResult {
  readonly value: Bounded['result'];
  readonly text: string;
  readonly spill?: Spilled;
}

/** `ok` and `command` first; the rest as the command gave it, redacted, or, when it is too long, as an artifact. */
function boundResult(
  given: CommandResult,
  passage: Passage,
  { redactor }: GateParts,
  spill: () => ReturnType<GateParts['audit']['spill']>,
): BoundedResult {
  const about = {
    ok: passage.error === undefined,
    command: passage.plan?.label ?? firstWord(passage.request.command, redactor),
  };
  const whole = { ...about, ...given, ...about };
  const plain = JSON.stringify(whole);
  const text = redactor.redact(plain);
  const bytes = Buffer.byteLength(text);
  if (bytes <= outputLimits.resultBytes) return { value: text === plain ? whole : parseOr(text, about), text };
  const file = spill();
  file.write(Buffer.from(text));
  const spilled = file.commit();
  const value = { ...about, truncated: true, result_bytes: bytes, result_path: spilled.path };
  return { value, text: JSON.stringify(value), spill: spilled };
}

/** Redaction may, by a user's pattern, have eaten a quote or a bracket. */
function parseOr(text: string, fallback: Bounded['result']): Bounded['result'] {
  try {
    return JSON.parse(text) as Bounded['result'];
  } catch {
    return { ...fallback, redacted: true };
  }
}

function firstWord(line: string, redactor: GateParts['redactor']): string {
  return redactor.redact(/^ *([^\s"']{0,80})/.exec(line)?.[1] ?? '').toWellFormed();
}

function spilledArtifact(name: string, { path, sha256, bytes }: Spilled): RecordedArtifact {
  const mime = name === 'result' ? 'application/json' : 'text/plain';
  return { path, mime, description: `The whole ${name}; the reply holds only a part.`, sha256, bytes };
}
