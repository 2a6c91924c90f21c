import type { Doubt, ShellCommand, Span } from '../../protocol/shell.ts';

/** What has been found so far. */
export class Journal {
  commands: ShellCommand[] = [];
  doubts: Doubt[] = [];
  isForkBomb = false;
  /** Some code was walked more than once. */
  hasRepeats = false;
  /** The lists that wait for what is captured. */
  readonly #outer: ShellCommand[][] = [];

  /** No command so far can have made a file or a folder. */
  get hasOnlyRead(): boolean {
    return [...this.#outer, this.commands].every((commands) => commands.every(onlyReads));
  }

  doubt(kind: Doubt['kind'], text: string, span: Span): void {
    if (this.doubts.length < 64 && !this.doubts.some((doubt) => doubt.kind === kind && doubt.text === text)) {
      this.doubts.push({ kind, text, span });
    }
  }

  /** Runs something with lists of its own, so that a command can be put before what it brings along. */
  capture<T>(work: () => T): { result: T; commands: ShellCommand[]; doubts: Doubt[] } {
    const { commands, doubts } = this;
    this.#outer.push(commands);
    this.commands = [];
    this.doubts = [];
    try {
      const result = work();
      return { result, commands: this.commands, doubts: this.doubts };
    } finally {
      this.#outer.pop();
      this.commands = commands;
      this.doubts = doubts;
    }
  }
}

function onlyReads({ isUnknown, effects }: ShellCommand): boolean {
  return !isUnknown && effects.every(({ kind }) => kind === 'read');
}

/** Without those that another way through the text has already brought. */
export function withoutRepeats(commands: readonly ShellCommand[]): ShellCommand[] {
  const seen = new Set<string>();
  return commands.filter((command) => {
    const key = JSON.stringify([
      command.span,
      command.isBuiltin,
      command.path,
      command.cwd,
      command.isBuiltin,
      command.argv.map((word) => word.pieces.map((piece) => (typeof piece === 'string' ? piece : 0))),
      command.effects.map((effect) => [effect.kind, effect.target?.text, effect.note]),
      command.doubts.map((doubt) => doubt.text),
    ]);
    return !seen.has(key) && seen.add(key);
  });
}
