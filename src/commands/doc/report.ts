import type { Report } from '../../formats/document/model.ts';

const maxWarnings = 50;

export interface OpenReport extends Report {
  readonly warnings: readonly string[];
  readonly isPartial: boolean;
  readonly counts: Readonly<Partial<Record<'pages' | 'slides' | 'sheets', number>>>;
}

/** Collects what a reader tells; the same thing once, and not without end. */
export function openReport(checkStopped: () => void): OpenReport {
  const warnings = new Set<string>();
  const counts: Partial<Record<'pages' | 'slides' | 'sheets', number>> = {};
  let [isPartial, more] = [false, 0];
  return {
    checkStopped,
    warn(text, what) {
      if (what === 'lost') isPartial = true;
      if (warnings.has(text)) return;
      if (warnings.size < maxWarnings) warnings.add(text.slice(0, 500));
      else more++;
    },
    count: (part, number) => void (counts[part] = number),
    get warnings() {
      return more > 0 ? [...warnings, `There are ${more} more warnings.`] : [...warnings];
    },
    get isPartial() {
      return isPartial;
    },
    counts,
  };
}
