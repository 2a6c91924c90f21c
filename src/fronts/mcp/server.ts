import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type ClientCapabilities,
  type Implementation,
  type InputRequiredResult,
  type ServerContext,
  type Tool,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import type { Core, ToolInfo, ToolNature } from '../../protocol/core.ts';
import type { Progress } from '../../protocol/progress.ts';
import { version } from '../../version.ts';
import type { Calls, Round, Turn } from './calls.ts';
import { answerOf, formOf } from './question.ts';
import { failureOf, resultOf } from './result.ts';

/** Since 2026-07-28 every request says itself what its client is and can. */
interface Envelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  readonly [CLIENT_INFO_META_KEY]?: Implementation;
}

/** Longer than the core waits for an answer: it is the core that gives up. */
const roundTimeoutMs = 600_000;

const instructions =
  'Every command goes through a gate: it is judged, asked about where it is dangerous, bounded and recorded. Run shell commands with ' +
  'Bash, and built-in commands (archives and more) with terminal_exec; "help" lists them. What is refused says why and what to do instead.';

/** The tools of the core for one connection, whatever era of the protocol its client speaks. */
export function createMcpServer(core: Core, calls: Calls): Server {
  const server = new Server(
    { name: 'sallyport', title: 'Sallyport', version },
    { capabilities: { tools: {} }, instructions, inputRequired: { roundTimeoutMs } },
  );

  server.setRequestHandler('tools/list', async () => ({ tools: (await core.tools()).map(toolOf) }));

  server.setRequestHandler('tools/call', async ({ params }, context): Promise<CallToolResult | InputRequiredResult> => {
    const { name: tool, arguments: input = {} } = params;
    if (!(await core.tools()).some(({ name }) => name === tool))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${tool.slice(0, 80)}"`);
    const state = context.mcpReq.requestState<string>();
    const round = roundOf(context, server);
    const turn =
      state === undefined
        ? calls.begin(tool, input, round)
        : calls.resume(
            state,
            { tool, input },
            answerOf(context.mcpReq.inputResponses, whoAnswers(context, server)),
            round,
          );
    if (!turn) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Nothing waits for this answer');
    return replyTo(await turn);
  });

  return server;
}

function replyTo(turn: Turn): CallToolResult | InputRequiredResult {
  if (turn.kind === 'asked') return inputRequired({ inputRequests: formOf(turn.question), requestState: turn.state });
  return turn.kind === 'ended' ? resultOf(turn.output) : failureOf(turn.error);
}

/** Only objects can be given as data; a schema for them has to say so at its top. */
function toolOf({ name, description, nature, inputSchema, outputSchema }: ToolInfo): Tool {
  const isObject = outputSchema['type'] === 'object' || 'oneOf' in outputSchema || 'anyOf' in outputSchema;
  return {
    name,
    description,
    annotations: annotationsOf(nature),
    inputSchema: { ...inputSchema, type: 'object' },
    ...(isObject ? { outputSchema: { ...outputSchema, type: 'object' } } : {}),
  };
}

function annotationsOf({ changes, repeatable, reachesOut }: ToolNature): ToolAnnotations {
  return {
    readOnlyHint: changes === 'nothing',
    destructiveHint: changes === 'anything',
    idempotentHint: repeatable,
    openWorldHint: reachesOut,
  };
}

function roundOf(context: ServerContext, server: Server): Round {
  const { signal, _meta } = context.mcpReq;
  const token = _meta?.progressToken;
  let last = -1;
  return {
    signal,
    canAsk: hasForms(envelopeOf(context)?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()),
    onProgress({ done, total, unit, label }: Progress) {
      // The protocol wants every report to be higher than the one before.
      if (token === undefined || done <= last) return;
      last = done;
      const message = `${label === undefined ? '' : `${label}: `}${done} ${unit}`;
      const params = { progressToken: token, progress: done, ...(total === undefined ? {} : { total }), message };
      void context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {}); // the client has gone
    },
  };
}

/** An empty capability means forms, as it did before there was another kind. */
function hasForms(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

function envelopeOf({ mcpReq }: ServerContext): Envelope | undefined {
  return mcpReq.envelope;
}

function whoAnswers(context: ServerContext, server: Server): string {
  const client = envelopeOf(context)?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  return `the user of ${(client?.name ?? 'an MCP client').slice(0, 80).toWellFormed()}`;
}
