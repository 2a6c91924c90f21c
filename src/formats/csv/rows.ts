/** What the text of a table may ask for. */
const maxField = 1_000_000;
const maxFields = 16_384;

export interface CsvOptions {
  readonly delimiter: string;
  /** Whether spaces may stand before a quote that begins a field and behind one that ends it. */
  readonly spaced?: boolean;
  /** Told once each: a quote that does not end, a row with more fields than a table can have. */
  warn(text: string): void;
  /** Told each time: something stands between the end of a quoted field and the sign that parts it from the next. */
  odd?(): void;
}

/** The rows of a text as RFC 4180 has them, also where its pieces cut them; lines with nothing on them are left out. */
export function* csvRows(
  pieces: Iterable<string>,
  { delimiter, spaced, warn, odd }: CsvOptions,
): Generator<string[], void> {
  let row: string[] = [];
  let field = '';
  /** `start` of a field; `quoted`; `quote`: one was seen within quotes, which ends them unless another follows; `after`: so did spaces. */
  let state = 'start' as 'start' | 'plain' | 'quoted' | 'quote' | 'after';
  let wasReturn = false;
  const endField = () => {
    if (row.length < maxFields) row.push(field);
    else warn(`Rows have more than ${maxFields} fields; the others were left out.`);
    [field, state] = ['', 'start'];
  };
  const isBlank = () => row.length === 1 && row[0] === '';
  for (const piece of pieces) {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const char = piece.charAt(at);
      if (state === 'quoted') {
        const end = piece.indexOf('"', at);
        field += piece.slice(at, end === -1 ? undefined : end);
        at = end === -1 ? piece.length : end;
        from = at + 1;
        if (end !== -1) state = 'quote';
        if (field.length > maxField) {
          warn('A quoted field does not end; it was cut.');
          state = 'plain';
        }
        continue;
      }
      if (state === 'quote' && char === '"') {
        [field, state, from] = [`${field}"`, 'quoted', at + 1];
        continue;
      }
      if (wasReturn) {
        wasReturn = false;
        if (char === '\n') {
          from = at + 1;
          continue;
        }
      }
      if (char === delimiter || char === '\n' || char === '\r') {
        field += piece.slice(from, at);
        from = at + 1;
        endField();
        if (char === delimiter) continue;
        wasReturn = char === '\r';
        if (!isBlank()) yield row;
        row = [];
      } else if (state === 'start' && char === '"') [field, state, from] = ['', 'quoted', at + 1];
      else if (state === 'start' && spaced && char === ' ') continue;
      else if ((state === 'quote' || state === 'after') && spaced && char === ' ') [state, from] = ['after', at + 1];
      else if (state !== 'plain') {
        if (state !== 'start') odd?.();
        state = 'plain';
      }
    }
    if (from < piece.length && state !== 'quoted') field += piece.slice(from);
    if (field.length > maxField) {
      warn('A field is longer than is read; it was cut.');
      field = field.slice(0, maxField);
    }
  }
  if (state === 'quoted') warn('A quoted field does not end; the file may be cut off.');
  if (field !== '' || row.length > 0) {
    endField();
    if (!isBlank()) yield row;
  }
}
