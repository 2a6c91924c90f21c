// What parsing a shell command and knowing its programs have to tell each other.

/** Offsets in the text that was asked for, in UTF-16 units, the end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A part of a word that is known only when it runs. */
export interface Unknown {
  readonly unknown: 'variable' | 'substitution' | 'arithmetic' | 'input' | 'argument';
  /** Of a variable. */
  readonly name?: string;
  /** It is not empty: `${X:?}`. */
  readonly isFilled?: boolean;
  /** What follows in the same text may not be there at all: `$(test -f x || exit; echo y)`. */
  readonly isPerhaps?: boolean;
  /** The commands whose output it is. */
  readonly from?: readonly ShellCommand[];
  /** It is where this program is: what `command -v` prints. */
  readonly program?: string;
}

/** A word after all expansions, as far as they can be known before it runs. */
export interface Word {
  /** Known text and unknown parts in turn; none is the empty string. */
  readonly pieces: readonly (string | Unknown)[];
  /** `*`, `?` and `[` in it stand for file names. */
  readonly isPattern: boolean;
  /** It may become no word, or several: an unknown part stands outside quotes. */
  readonly isSplit: boolean;
  /** It belongs to the argument before it: the second item of `a, b` in PowerShell. */
  readonly isListed?: boolean;
  readonly span: Span;
}

/** What a command reads when nothing else is said. */
export type Stdin =
  | { readonly kind: 'inherited' }
  | { readonly kind: 'text'; readonly text: Word }
  | { readonly kind: 'file'; readonly path: Word }
  | {
      readonly kind: 'pipe';
      readonly from: readonly ShellCommand[];
      /** When it can be known. */ readonly text?: Word;
    };

/** A program and its arguments, before anything is known about it. */
export interface Invocation {
  /** Without its folders. */
  readonly name: string;
  /** As written, when it has a slash. */
  readonly path?: string | undefined;
  readonly args: readonly Word[];
  readonly stdin: Stdin;
  /** What is in a file, when the same text says it: one that it writes before, `<( )`, `/dev/stdin`. */
  readonly content?: ((path: Word) => Word | undefined) | undefined;
}

export type EffectKind =
  | 'read'
  | 'write'
  | 'delete'
  /** Starts a program or a script that is no part of the plan. */
  | 'run'
  | 'contact'
  /** Becomes somebody with more rights. */
  | 'privilege'
  /** Waits for a person at a terminal. */
  | 'terminal'
  /** Changes something that is no file: see `thing`. */
  | 'change';

/** What can be changed besides the content of files; with `force` it is removed, or cannot be brought back. */
export type Thing =
  | 'permissions'
  | 'owner'
  | 'process'
  | 'repository'
  | 'uncommitted-work'
  | 'remote-history'
  | 'remote'
  | 'packages'
  | 'system-packages'
  | 'global-packages'
  | 'containers'
  | 'unused-containers'
  | 'cluster'
  | 'service'
  | 'schedule'
  | 'power'
  | 'disk'
  | 'kernel'
  | 'users'
  | 'firewall'
  | 'database'
  | 'cloud'
  | 'settings'
  | 'guard';

/** One thing that a program would do to the world, with the words that say to what. */
export interface ProgramEffect {
  readonly kind: EffectKind;
  readonly thing?: Thing | undefined;
  /** A path, a host, a program, or a name of the thing. */
  readonly target?: Word | undefined;
  /** With all that is below. */
  readonly recursive?: boolean | undefined;
  /** Against a safeguard of the program, or beyond repair: `--force`, `-9`, `purge`. */
  readonly force?: boolean | undefined;
  /** What it is in words, where kind and thing do not say it. */
  readonly note?: string | undefined;
  /** The name of all that is found, of an effect with the note `found`. */
  readonly found?: string | undefined;
}

/** More of a command that another command brings along. */
export type Nested = {
  /** How it is brought along, as a person says it: `env`, `sh -c`, `find -exec`. */
  readonly via: string;
  /** Where it runs, when not in the folder of the outer command. */
  readonly cwd?: Word;
  /** Some of the variables of the outer command, or all, do not come to it: `env -i`. */
  readonly withoutVariables?: boolean;
  /** Options that the shell is started with, by their names; `posix` for every shell that is no bash. */
  readonly options?: readonly string[];
} & (
  | {
      readonly kind: 'argv';
      readonly words: readonly Word[];
      /** Words that are added at run time: those of xargs, the names that find found. */
      readonly more?: boolean;
      /** What it would read, whoever starts it has read. */
      readonly withoutInput?: boolean;
      readonly assignments?: readonly { readonly name: string; readonly value: Word }[];
    }
  /** A text in the language of the shell. */
  | { readonly kind: 'script'; readonly text: Word; readonly shell: ShellKind; readonly args?: ScriptArgs }
  /** A script that comes over standard input. */
  | { readonly kind: 'input'; readonly shell: ShellKind; readonly args?: ScriptArgs }
  /** A script in a file. */
  | { readonly kind: 'file'; readonly path: Word; readonly shell: ShellKind; readonly args?: ScriptArgs }
);

/** What the code finds as $0, $1, $2 …: the words after the text or the file; unknown when it is not said. */
export type ScriptArgs = readonly Word[];

export type ShellKind = 'bash' | 'powershell';

/** The tools that run shell commands. */
export const shellTools: readonly string[] = ['Bash', 'run_shell'];

/** All that is known of what an invocation does. */
export interface Described {
  readonly effects: readonly ProgramEffect[];
  readonly nested: readonly Nested[];
  /** What in its arguments is not understood, in words. */
  readonly doubts: readonly string[];
  /** The subcommand as its table calls it: `reset`, `compose up`. */
  readonly sub?: string | undefined;
  /** It only looks: nothing but reads and output, whatever the arguments. */
  readonly isQuiet: boolean;
  readonly content?: WrittenContent | undefined;
}

/** What is in the files that a program writes: what it reads, the same files by another name, or that behind what was there. */
export type WrittenContent = 'copied' | 'linked' | 'added';

/** Knowledge about programs; undefined for one that is not known. */
export type Describe = (invocation: Invocation) => Described | undefined;

/** What an effect acts on, after the folder it runs in is known. */
export interface Target {
  /** As a person reads it; unknown parts are `…`. */
  readonly text: string;
  /** Absolute, without `.` and `..`, when it can be known; a pattern keeps its `*`. */
  readonly path?: string | undefined;
  /** What it starts with for sure, when the rest is unknown: a folder, absolute. */
  readonly within?: string | undefined;
  /** What it would be if every unknown part were empty: `"$X"/*` is `/*`. */
  readonly ifEmpty?: string | undefined;
  readonly isPattern: boolean;
}

export interface ShellEffect extends Omit<ProgramEffect, 'target'> {
  readonly target?: Target | undefined;
}

/** Why something could not be understood; whoever judges must not take it for harmless. */
export interface Doubt {
  readonly kind:
    | 'syntax'
    | 'odd-characters'
    | 'too-large'
    | 'too-deep'
    /** The name of a program is known only at run time. */
    | 'dynamic-command'
    /** Text that is known only at run time is run as code. */
    | 'dynamic-code'
    /** A variable that makes programs run something else: PATH, LD_PRELOAD, GIT_SSH_COMMAND. */
    | 'environment'
    | 'arguments'
    /** The folder it runs in is known only at run time. */
    | 'folder';
  readonly text: string;
  readonly span: Span;
}

/** A simple command, wherever it was found. */
export interface ShellCommand {
  /** Without folders; null when it is known only at run time. */
  readonly name: string | null;
  readonly sub?: string | undefined;
  /** The first is the program. */
  readonly argv: readonly Word[];
  readonly assignments: readonly { readonly name: string; readonly value: Word }[];
  /** Absolute; undefined when it is known only at run time. */
  readonly cwd: string | undefined;
  readonly span: Span;
  /** How it is reached, from outside in: `pipe`, `$()`, `env`, `sh -c`. */
  readonly path: readonly string[];
  readonly stdin: Stdin;
  /** Those of its redirects come first. */
  readonly effects: readonly ShellEffect[];
  /** No table describes the program. */
  readonly isUnknown: boolean;
  readonly isQuiet: boolean;
  /** Done by the shell itself. */
  readonly isBuiltin: boolean;
  readonly doubts: readonly Doubt[];
}

/** Everything that a command line would run, as far as it can be known. */
export interface ShellPlan {
  readonly shell: ShellKind;
  readonly text: string;
  /** In the order of the text; those of nested code come right after the command that brings them. */
  readonly commands: readonly ShellCommand[];
  /** Of the text as a whole. */
  readonly doubts: readonly Doubt[];
  /** A function that calls itself more than once in a pipe or in the background. */
  readonly isForkBomb: boolean;
}

/** A command as another reader of the same text finds it. */
export interface FoundCommand {
  readonly start: number;
  /** As written; some readers end it early. */
  readonly name: string;
}

/** What another reader makes of a text: its commands, nothing when it cannot read such a text, or why it did not come to an end. */
export type SecondReading = readonly FoundCommand[] | undefined | { readonly failure: string };

export type ReadAgain = (text: string) => SecondReading;

export interface PlanContext {
  /** Absolute. */
  readonly cwd: string;
  readonly home: string;
  /** What is known of the environment: PWD and HOME at least. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly describe: Describe;
  /** The names of programs that are known, for words that are patterns of one. */
  readonly programs?: readonly string[];
  /** The text of a script that a command names; undefined when it cannot be read or is too large. */
  readonly readScript: (path: string) => string | undefined;
  /** Whether a folder is there now; without it, each that a command goes into is taken to be. */
  readonly isFolder?: ((path: string) => boolean) | undefined;
  /** Another reader of PowerShell; a command that only it finds is a doubt. */
  readonly readAgain?: ReadAgain;
  /** For code of another shell; without it such code is a doubt. */
  readonly planOther?: ((shell: ShellKind, text: string, context: PlanContext) => ShellPlan) | undefined;
}
