/** What bash takes for more than a word where a command begins. */
export const syntaxWords: ReadonlySet<string> = new Set(
  '! { } [[ ]] if then else elif fi case esac for select while until do done in function time coproc'.split(' '),
);
