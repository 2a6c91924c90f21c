import { documentInput, type DocumentInput } from '../../formats/document/input.ts';
import type { RandomAccess } from '../../protocol/bytes.ts';
import type { JobContext } from '../job.ts';
import { openReport, type OpenReport } from './report.ts';

/** A document, what its reader tells, and how far it is. */
export interface Reading {
  readonly document: DocumentInput;
  readonly report: OpenReport;
  /** A page, slide, sheet or chapter begins. */
  reached(part: number): void;
}

const checksPerProgress = 8;

/** Every sign of life of the reader is progress: in pages where the document has some, else in bytes. */
export function openReading(
  file: RandomAccess,
  { checkStopped, progress }: Pick<JobContext, 'checkStopped' | 'progress'>,
): Reading {
  const source = documentInput(file);
  let [bytes, pagesRead, checks] = [0, 0, 0];
  const tell = () => {
    const { pages } = report.counts;
    // Some parts are read twice, others not at all.
    if (pages === undefined)
      progress({ done: Math.min(bytes, source.bytes), total: source.bytes, unit: 'bytes', label: 'reading' });
    else progress({ done: pagesRead, total: pages, unit: 'pages', label: 'reading' });
  };
  const report = openReport(() => {
    checkStopped();
    if (++checks % checksPerProgress === 0) tell();
  });
  return {
    document: {
      ...source,
      read(offset, length) {
        bytes += length;
        return source.read(offset, length);
      },
    },
    report,
    reached(part) {
      pagesRead = part - 1;
      tell();
    },
  };
}
