// Looking for files and in them, for tools; the search in files is a job of its own.
export { compileGlob, GlobProblem } from './glob.ts';
export { candidates, searchMs, type GrepInput } from './grep.ts';
export { openCollector, readLines, type Match, type Matches } from './lines.ts';
export { newTally, walk, type Tally } from './walk.ts';
