import type { Span } from '../../protocol/shell.ts';

// What a text of PowerShell is made of, as far as it matters for what it runs.

/** A stretch of a string or of a bare word. */
export type Part = string | Expression;

export type Expression = { readonly span: Span } &
  /** Strings, numbers and bare words. */
  (
    | { readonly type: 'text'; readonly parts: readonly Part[]; readonly isQuoted: boolean }
    /** In lower case, with its drive: `home`, `env:path`. */
    | {
        readonly type: 'variable';
        readonly name: string;
        readonly isSplat: boolean;
        /** It says whose it is: `$global:c` is another one than the `$c` of a function. */
        readonly isScoped?: boolean;
      }
    /** `( )`, `$( )`, `@( )`. */
    | { readonly type: 'group'; readonly body: Body }
    | { readonly type: 'block'; readonly body: Body }
    | { readonly type: 'hash'; readonly values: readonly (Expression | Statement)[] }
    | { readonly type: 'type'; readonly name: string }
    | {
        readonly type: 'member';
        readonly of: Expression;
        readonly name: Expression;
        readonly isStatic: boolean;
        /** Of a call. */
        readonly args?: readonly Expression[];
      }
    | { readonly type: 'index'; readonly of: Expression; readonly at: Expression }
    | { readonly type: 'list'; readonly items: readonly Expression[] }
    | { readonly type: 'cast'; readonly to: string; readonly of: Expression }
    /** A unary one has no left side. */
    | { readonly type: 'operation'; readonly operator: string; readonly left?: Expression; readonly right: Expression }
    | { readonly type: 'assignment'; readonly to: Expression; readonly operator: string; readonly value: Statement }
  );

export type Body = readonly Statement[];

export interface Redirect {
  readonly isAppended: boolean;
  /** Undefined for `2>&1`. */
  readonly target: Expression | undefined;
}

/** One part of a pipeline. */
export type Element = { readonly span: Span; readonly redirects: readonly Redirect[] } & (
  | {
      readonly type: 'command';
      readonly operator: '' | '&' | '.';
      /** Arguments in turn; a list `a,b` is one. */
      readonly words: readonly Expression[];
    }
  | { readonly type: 'value'; readonly value: Expression }
);

export type Statement = { readonly span: Span } & (
  | { readonly type: 'pipeline'; readonly elements: readonly Element[]; readonly isBackground: boolean }
  | { readonly type: 'chain'; readonly parts: Body; readonly operators: readonly ('&&' | '||')[] }
  /** One of several bodies runs, or none when there is no else. */
  | {
      readonly type: 'branch';
      /** What is asked in any case. */
      readonly subjects: readonly Body[];
      /** Each body has one, but for an else. */
      readonly tests: readonly Body[];
      readonly bodies: readonly Body[];
      readonly hasElse: boolean;
      /** Of a switch several may run. */
      readonly isSwitch: boolean;
    }
  | {
      readonly type: 'loop';
      /** Of `foreach`. */
      readonly variable?: string;
      readonly list?: Body;
      readonly tests: readonly Body[];
      /** Some of the tests run only after the body, or not at all. */
      readonly isFor?: boolean;
      readonly body: Body;
    }
  /** The body may end at any point. */
  | { readonly type: 'try'; readonly body: Body; readonly handlers: readonly Body[] }
  /** break, continue, return, throw, exit: what comes after is passed over. */
  | { readonly type: 'flow'; readonly value: Body }
  /** What a caller may give. */
  | { readonly type: 'parameter'; readonly of: Expression; readonly value: Body }
  /** Bodies one after the other: begin, process, trap. */
  | { readonly type: 'blocks'; readonly bodies: readonly Body[] }
  | { readonly type: 'function'; readonly name: string; readonly body: Body }
);
