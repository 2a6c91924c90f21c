import { posix } from 'node:path';

/** Listens to what a command prints for protected paths that its box kept locked. */
export interface LockedPaths {
  hear(chunk: Uint8Array): void;
  /** What to say about it. `locked` are absolute. */
  notes(locked: readonly string[], root: string, isGit: boolean): string[];
}

const most = { lineChars: 2_000, lines: 200, named: 5 };
/** As the kernel's EROFS and EBUSY are written by libc, Node and others. */
const refusal = /read-only file ?system|EROFS|device or resource busy|EBUSY/i;

export function listenForLocked(): LockedPaths {
  const decoder = new TextDecoder();
  const lines: string[] = [];
  let rest = '';
  return {
    hear(chunk) {
      if (lines.length >= most.lines) return;
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = (parts.pop() ?? '').slice(-most.lineChars);
      for (const line of parts)
        if (lines.length < most.lines && refusal.test(line)) lines.push(line.slice(0, most.lineChars));
    },
    notes(locked, root, isGit) {
      const all = refusal.test(rest) ? [...lines, rest] : lines;
      const found = new Set(
        all.flatMap((line) => locked.flatMap((path) => namedIn(line, posix.relative(root, path)) ?? [])),
      );
      if (found.size === 0) return [];
      const named = [...found].slice(0, most.named).join(', ');
      const more = found.size > most.named ? ` and ${found.size - most.named} more` : '';
      const next = isGit
        ? `Git may have stopped half way: look at "git status". "git checkout <commit> -- ${[...found][0]}" names one (HEAD after a switch), and a person is asked.`
        : 'A command that names the path, such as cp or a redirection, is asked about and can then change it.';
      return [
        `Protected paths are locked for commands that do not name them, and these stayed as they were: ${named}${more}. ${next}`,
      ];
    },
  };
}

/** The path in a line that is a locked one or lies in it. */
function namedIn(line: string, locked: string): string | undefined {
  const start = line.indexOf(locked);
  if (start === -1) return undefined;
  const behind = /^(\/[^\s'":]*)?(?![\w.-])/.exec(line.slice(start + locked.length));
  return behind ? locked + (behind[1] ?? '') : undefined;
}
