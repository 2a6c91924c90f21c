/** The number of the wanted sheet, from 1: the one of that name in any case, and only when none has it the one of that number. */
export function sheetNumber(names: readonly string[], wanted: string): number | undefined {
  const named = names.findIndex((name) => name.toLowerCase() === wanted.toLowerCase()) + 1;
  if (named > 0) return named;
  return /^\d{1,5}$/.test(wanted) ? Number(wanted) : undefined;
}
