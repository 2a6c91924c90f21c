import { defineProgram } from '../define.ts';

const escape = 'run: option: a document may start programs';
const running = 'run: a document is code';

/** TeX and its likes: documents are code, which may start programs when it is told so. */
export const typesetting = [
  defineProgram({
    names: `
      tex etex pdftex xetex luatex luahbtex latex pdflatex xelatex lualatex lualatex-dev platex uplatex ptex
      pdftex-dev tex4ht mptopdf
    `,
    summary: 'Set documents.',
    style: 'dash',
    options: {
      '-shell-escape -enable-write18 -shell-escape-commands': escape,
      '-output-directory -aux-directory -jobname -recorder-file=': 'write',
      '-interaction -fmt -progname -file-line-error-style -synctex -output-format -draftmode -cnf-line=': 'text',
    },
    effects: running,
    help: '--help --version -v -h',
    examples: {
      'pdflatex -interaction=nonstopmode a.tex': 'run a.tex',
      'pdflatex --shell-escape a.tex': 'run, run a.tex',
      'xelatex -output-directory=../x a.tex': 'write ../x, run a.tex',
    },
  }),
  defineProgram({
    names: 'latexmk arara rubber texi2dvi',
    summary: 'Sets documents as often as they need it.',
    style: 'dash',
    options: {
      '-shell-escape -enable-write18': escape,
      '-e -pdflatex -latex -xelatex -lualatex -bibtex -dvips -pdfxe -usepretex -r -new-viewer -view=':
        'run: option: code and programs',
      '-outdir -output-directory -auxdir -aux-directory -jobname -deps-out -outdir2=': 'write',
      '-C -c -CA -gg': 'delete: what was made',
      '-interaction -synctex=': 'text',
    },
    effects: running,
    help: '--help --version -v -h -version',
    examples: {
      'latexmk -pdf a.tex': 'run a.tex',
      "latexmk -e 'system(1)' a.tex": 'run system(1), run a.tex',
      'latexmk -outdir=../x a.tex': 'write ../x, run a.tex',
    },
  }),
  defineProgram({
    names: 'tectonic typst',
    summary: 'Set documents, and fetch what they need.',
    options: {
      '-o --outdir=': 'write',
      '-Z=': (value, found) => {
        if (value.pieces.some((piece) => typeof piece !== 'string' || piece.includes('shell-escape')))
          found.effect({ kind: 'run', target: value, note: 'option: a document may start programs' });
      },
      '--input --root --font-path --ppi -f --format --pages --diagnostic-format --make-deps --timings=': 'text',
    },
    operands: [{ if: 'second', first: 'text', second: 'read', rest: 'write' }],
    effects: running,
    help: '--help --version -v -h -V',
    examples: {
      'tectonic a.tex': 'run a.tex',
      'tectonic -Z shell-escape a.tex': 'run shell-escape, run a.tex',
      'typst compile a.typ ../x.pdf': 'read a.typ, write ../x.pdf, run compile',
    },
  }),
];
