// Numbers of the wire contract. Apart from the schemas, so that the hot start path does not load zod for them.
export const timeouts = { defaultMs: 60_000, maxMs: 600_000 } as const;

export const outputLimits = { stdoutBytes: 16 * 1024, stderrBytes: 8 * 1024, resultBytes: 64 * 1024 } as const;

export const lineLimits = { bytes: 64 * 1024, words: 1024 } as const;

export const recordVersion = 1;

/** What a record holds of each stream, and all in all. */
export const recordLimits = { streamBytes: 64 * 1024, bytes: 4 * 1024 * 1024 } as const;

/** A working day: longer than anybody remembers that everything is allowed. */
export const maxAllowAllMinutes = 480;
