export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Texts of a notebook are strings, or lists of lines that keep their ends. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return listOf(value)
    .filter((line) => typeof line === 'string')
    .join('');
}
