/** How much of a text is looked at; whoever runs out leaves a doubt behind. */
export const limits = {
  bytes: 64 * 1024,
  commands: 512,
  /** Of all commands together. */
  effects: 512,
  /** Of code that brings code: `sh -c`, `eval`, `$( )`. */
  depth: 16,
  /** Of one function in itself. */
  recursion: 3,
  /** Made by braces. */
  words: 512,
  characters: 512 * 1024,
  /** Of the interpreter, each a few microseconds in a process that has just started. */
  steps: 7 * 1024,
  /** Of one loop over words that are known. */
  turns: 32,
} as const;

export class Budget {
  commands: number = limits.commands;
  effects: number = limits.effects;
  words: number = limits.words;
  characters: number = limits.characters;
  steps: number = limits.steps;

  /** Takes room for a stretch of expanded text; false when there is none left. */
  takeText(length: number): boolean {
    this.characters -= length;
    return this.characters >= 0;
  }

  /** As many of the effects as there is room for. */
  takeEffects<T>(effects: readonly T[]): readonly T[] {
    const room = Math.max(0, this.effects);
    this.effects -= effects.length;
    this.steps -= 4 * effects.length;
    return effects.length > room ? effects.slice(0, room) : effects;
  }

  takeWord(): boolean {
    this.steps -= 1;
    return --this.words >= 0;
  }

  takeSteps(count: number): boolean {
    this.steps -= count;
    return this.steps >= 0;
  }

  /** Nothing more is run. */
  get isSpent(): boolean {
    return this.commands < 0 || this.characters < 0 || this.steps < 0;
  }

  /** Something was left out. */
  get isCut(): boolean {
    return this.isSpent || this.words < 0 || this.effects < 0;
  }
}
