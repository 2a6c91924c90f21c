export { boundEnds, boundText, type Bounded } from './bound.ts';
export { createRedactor, type RedactionStream, type Redactor, type RedactorOptions } from './redact.ts';
export { isSecretEnvName, secretEnvValues } from './secret-env.ts';
export { showBlanks, showControls } from './show.ts';
export { createSink, type Sink, type SinkOptions, type SinkResult, type Spilled, type SpillFile } from './sink.ts';
export { estimateTokens } from './tokens.ts';
