/** A day and a time of day as a calendar and a clock have them. */
export interface Moment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** From Sunday, 0. */
  readonly weekday: number;
  /** Within the day. */
  readonly ms: number;
}

export const dayMs = 86_400_000;
/** The first day that is not shown any more: the year 10000. */
const endSerial = 2_958_466;
const between1900And1904 = 1462;

/** The moment of a serial number of days; undefined for those that no spreadsheet shows as a date. */
export function momentOf(serial: number, from1904: boolean, precisionMs = 1): Moment | undefined {
  const steps = Math.round((serial * dayMs) / precisionMs) * precisionMs;
  const day = Math.floor(steps / dayMs) + (from1904 ? between1900And1904 : 0);
  if (!(serial >= 0) || day >= endSerial) return undefined;
  const ms = steps - Math.floor(steps / dayMs) * dayMs;
  const weekday = (day + 6) % 7;
  // Spreadsheets take 1900 for a leap year, and count a day 0 before its first one.
  if (day === 0) return { year: 1900, month: 1, day: 0, weekday, ms };
  if (day === 60) return { year: 1900, month: 2, day: 29, weekday, ms };
  const date = new Date(Date.UTC(1899, 11, day < 60 ? 31 : 30) + day * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), weekday, ms };
}

/** The serial number of a date as ISO 8601 has it, of a time alone too; undefined when it is none. */
export function serialOf(iso: string, from1904: boolean): number | undefined {
  const [, year, month, day, hour = '0', minute = '0', second = '0'] =
    /^(?:(\d{4})-(\d\d)-(\d\d))?(?:T?(\d\d):(\d\d)(?::(\d\d(?:\.\d{1,9})?))?Z?)?$/.exec(iso) ?? [];
  if (iso === '' || (year === undefined && !iso.includes(':'))) return undefined;
  const time = (Number(hour) * 3600 + Number(minute) * 60 + Number(second)) / 86_400;
  if (year === undefined) return time;
  const days = Date.UTC(Number(year), Number(month) - 1, Number(day)) / dayMs + 25_569;
  return (days <= 60 ? days - 1 : days) - (from1904 ? between1900And1904 : 0) + time;
}

/** As ISO 8601: the day, the time of day, or both. */
export function isoText({ year, month, day, ms }: Moment, what: 'day' | 'time' | 'both'): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const seconds = Math.floor(ms / 1000);
  const fraction = ms % 1000 === 0 ? '' : `.${String(ms % 1000).padStart(3, '0')}`;
  const time = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fraction}`;
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return what === 'day' ? date : what === 'time' ? time : `${date}T${time}`;
}
