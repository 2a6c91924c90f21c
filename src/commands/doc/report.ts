import type { Report } from '../../formats/document/model.ts';

const maxWarnings = 50;

export interface OpenReport extends Report {
  readonly warnings: readonly string[];
  readonly isPartial: boolean;
  /** The first warning of damage. */
  readonly damage: string | undefined;
  readonly counts: Readonly<Partial<Record<'pages' | 'slides' | 'sheets', number>>>;
}

/** Collects what a reader tells; the same thing once, and not without end. */
export function openReport(checkStopped: () => void): OpenReport {
  const warnings = new Set<string>();
  const counts: Partial<Record<'pages' | 'slides' | 'sheets', number>> = {};
  let [isPartial, more] = [false, 0];
  let damage: string | undefined;
  return {
    checkStopped,
    warn(text, what) {
      if (what !== undefined) isPartial = true;
      if (what === 'damaged') damage ??= text;
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
    get damage() {
      return damage;
    },
    counts,
  };
}
