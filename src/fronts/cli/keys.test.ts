import { expect, test } from 'vitest';
import { manualClock } from '../../testing/index.ts';
import { openKeys } from './keys.ts';

type Typing = readonly (readonly [afterMs: number, text: string])[];

/** Types these texts, each after so many milliseconds, at a question that has just appeared; gives the keys it heard. */
function hear(typing: Typing): string[] {
  const clock = manualClock();
  const heard: string[] = [];
  const listener = openKeys(clock)((key) => heard.push(key));
  for (const [afterMs, text] of typing) {
    clock.advance(afterMs);
    listener.typed(text);
  }
  clock.advance(1_000);
  listener.stop();
  return heard;
}

const times = (count: number, ms: number, text: string) => Array.from({ length: count }, () => [ms, text] as const);

test.each<[string, Typing, heard: string[]]>([
  ['a key that was pressed on its own is heard', [[1_000, 'y']], ['y']],
  ['one that was typed ahead is not', [[0, 'y']], []],
  ['nor one that is held down from the question before, however long', times(200, 33, 'y'), []],
  ['nor its slowest repetition', times(20, 340, 'y'), []],
  ['after it is let go, the next one is', [...times(50, 33, 'y'), [900, 'n']], ['n']],
  ['a paste is no key', [[1_000, 'yes\n']], []],
  ['an arrow is no key', [[1_000, '\x1b[A']], []],
  ['nor is what a terminal answers, in whatever pieces it comes', [[1_000, '\x1b'], [1, 'P>|kitt'], [1, 'y'], [30, '\\']], []],
  ['Ctrl-C is heard at once', [[0, '\x03']], ['\x03']],
  ['Ctrl-C is heard in a burst', [[1_000, 'yyy\x03']], ['\x03']],
])('%s', (_, typing, heard) => expect(hear(typing)).toEqual(heard)); // prettier-ignore

test('the second key of one question is heard at once', () => {
  const clock = manualClock();
  const listen = openKeys(clock);
  const heard: string[] = [];
  clock.advance(0);
  const first = listen((key) => heard.push(key));
  clock.advance(400);
  first.typed('s');
  clock.advance(50);
  first.stop();
  const second = listen((key) => heard.push(key));
  second.typed('1');
  clock.advance(50);
  expect(heard).toEqual(['s', '1']);
});
