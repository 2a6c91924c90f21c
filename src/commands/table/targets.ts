import {
  MemberName,
  parsePath,
  type FileWriter,
  type Root,
  type TreeFolder,
  type TreeWriter,
} from '../../files/index.ts';
import { SallyportError } from '../../protocol/errors.ts';
import type { Unit } from './units.ts';

export interface TargetOptions {
  readonly out: string | null;
  readonly outDir: string | null;
  readonly bom: boolean;
  readonly overwrite: boolean;
}

/** Where the lines of one table go. */
export interface Target {
  /** All tables would go to the same place, so there may be only one. */
  readonly isOnly: boolean;
  write(line: string): void;
  /** The path of the file. A file that is not finished does not come to be. */
  finish(): string | undefined;
}

export interface Targets extends Disposable {
  forUnit(unit: Unit): Target;
  /** Brings all files to light together; the text when it goes to no file. */
  commit(): string | undefined;
}

const maxChars = 4_000_000;

export function openTargets(root: Root, { out, outDir, bom, overwrite }: TargetOptions): Targets {
  const mark = bom ? '\uFEFF' : '';
  return outDir === null ? openSingle(root, out, mark, overwrite) : openFolder(root, outDir, mark, overwrite);
}

function openSingle(root: Root, out: string | null, mark: string, overwrite: boolean): Targets {
  let file: FileWriter | undefined;
  const lines: string[] = [];
  let chars = 0;
  const target: Target = {
    isOnly: true,
    write(line) {
      const text = chars === 0 ? mark + line : line;
      chars += text.length;
      if (out !== null) (file ??= root.create(out, { replace: overwrite })).write(text);
      else if (chars <= maxChars) lines.push(text);
      else throw new SallyportError('OutputTooLarge', { limit: maxChars, what: 'characters' });
    },
    finish: () => out ?? undefined,
  };
  return {
    forUnit: () => target,
    commit() {
      if (out === null) return lines.join('');
      // A table without rows is an empty file.
      (file ??= root.create(out, { replace: overwrite })).commit();
      return undefined;
    },
    [Symbol.dispose]: () => file?.[Symbol.dispose](),
  };
}

function openFolder(root: Root, outDir: string, mark: string, overwrite: boolean): Targets {
  let tree: TreeWriter | undefined;
  let folder: TreeFolder | undefined;
  const open = (name: string): FileWriter => {
    tree ??= root.createTree({ replace: overwrite });
    folder ??= parsePath(outDir, 'write').reduce<TreeFolder>(
      (parent, each) => parent.folder(new MemberName(each)),
      tree.top,
    );
    return folder.create(new MemberName(name), 0o644, Date.now());
  };
  return {
    forUnit(unit) {
      const name = fileName(unit);
      let file: FileWriter | undefined;
      return {
        isOnly: false,
        write(line) {
          if (!file) (file = open(name)).write(mark);
          file.write(line);
        },
        finish() {
          (file ??= open(name)).commit();
          return `${outDir}/${name}`;
        },
      };
    },
    commit() {
      tree?.commit({ allOrNothing: true });
      return undefined;
    },
    [Symbol.dispose]: () => tree?.[Symbol.dispose](),
  };
}

/** The number makes it one of a kind; of the name stays what is a name on every system. */
function fileName({ number, kind, name }: Unit): string {
  const safe = name
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return safe === '' ? `${kind}-${number}.csv` : `${number}-${safe}.csv`;
}
