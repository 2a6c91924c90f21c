import type { Journal } from '../bash/journal.ts';
import type { FoundCommand } from '../../protocol/shell.ts';
import type { Walker } from './walker.ts';

/** Doubts a plan that lacks a command which another reader finds, in the text itself or in code that it runs. */
export function findUnseen(text: string, { context, journal, codes, places }: Walker): void {
  const { readAgain } = context;
  // What is in doubt is asked about whatever another reader says.
  if (!readAgain || isDoubted(journal)) return;
  const whole = { start: 0, end: text.length };
  for (const code of codes) {
    const found = readAgain(code);
    if (!found) continue;
    if ('failure' in found) return journal.doubt('syntax', `It was not read a second time: ${found.failure}`, whole);
    const starts = new Set<number>();
    for (const command of journal.commands) {
      const place = places.get(command);
      if (place?.code === code) starts.add(place.start);
    }
    const unseen = found.find(({ start }) => !starts.has(start));
    if (unseen) return journal.doubt('syntax', unseenText(unseen), code === text ? spanOf(unseen) : whole);
  }
}

function isDoubted({ doubts, commands }: Journal): boolean {
  return doubts.length > 0 || commands.some((command) => command.doubts.some(({ kind }) => kind !== 'folder'));
}

function unseenText({ name }: FoundCommand): string {
  return `Another reader of PowerShell finds "${name.slice(0, 40)}" to be a command, which is read otherwise here`;
}

function spanOf({ start, name }: FoundCommand) {
  return { start, end: start + name.length };
}
