/** One flag of an in-process command. Parsing, types, help, JSON Schema, docs and fuzzing read this and nothing else. */
export type Flag =
  | (Common & { readonly kind: 'switch' })
  | (Common & Presence<string> & { readonly kind: 'text'; readonly maxLength?: number })
  | (Common & Presence<string> & { readonly kind: 'path'; readonly access: 'read' | 'write' })
  | (Common & Presence<number> & { readonly kind: 'integer'; readonly min: number; readonly max: number })
  | (Common & Presence<string> & { readonly kind: 'choice'; readonly choices: readonly string[] });

export type Flags = Readonly<Record<string, Flag>>;

interface Common {
  readonly summary: string;
}
interface Presence<T> {
  readonly required?: true;
  readonly default?: T;
}

/** The arguments that a set of flags yields: `Args<{max: {kind: 'integer', …}}>` is `{max: number | undefined}`. */
export type Args<F extends Flags> = {
  readonly [K in keyof F]: Always<F[K]> extends true ? Value<F[K]> : Value<F[K]> | undefined;
};

type Value<F extends Flag> = F extends { kind: 'switch' }
  ? boolean
  : F extends { kind: 'integer' }
    ? number
    : F extends { kind: 'choice'; choices: readonly (infer C)[] }
      ? C
      : string;
type Always<F extends Flag> = F extends { kind: 'switch' } | { required: true } | { default: string | number }
  ? true
  : false;

/** What the line parser needs to know of a command. */
export interface LineShape {
  readonly name: string;
  /** The flags of the command itself, or of each of its subcommands. */
  readonly actions: ReadonlyMap<string | null, { readonly flags: Flags }>;
}

export type ParsedLine =
  | { readonly kind: 'help'; readonly name: string | null; readonly sub: string | null }
  | {
      readonly kind: 'run';
      readonly name: string;
      readonly sub: string | null;
      readonly args: Readonly<Record<string, string | number | boolean>>;
    };
