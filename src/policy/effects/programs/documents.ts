import { defineProgram, type Reader } from '../define.ts';
import { addressOr } from '../hosts.ts';
import { attached, helper, readsFrom, runsOption, writesTo } from '../languages/attached.ts';
import { runsNamed } from '../languages/named-program.ts';
import { after, headOf, literal, textOf } from '../words.ts';

/** `-` is standard output. */
const output: Reader = (target, found) => {
  if (textOf(target) !== '-') found.effect({ kind: 'write', target });
};

/** A format, or a file with code that reads or writes one. */
const format: Reader = (value, found, call) => {
  if (/\.lua(?:[+-]|$)|[\\/]/i.test(textOf(value) ?? headOf(value))) runsOption(value, found, call);
};

/** Those that are installed for it by their bare names; a file beside the text may have such a name too. */
const filter: Reader = (value, found, call) => {
  if (/^pandoc-[\w-]+$/.test(textOf(value) ?? '')) found.effect({ kind: 'run', target: value });
  else runsOption(value, found, call);
};

const engines =
  /^(?:pdf(?:la)?tex|xe(?:la)?tex|lua(?:la|hb)?tex|tectonic|latexmk|context|wkhtmltopdf|weasyprint|prince|pagedjs-cli|typst|pdfroff|groff)$/;

/** `%pipe%command` and `|command` instead of a file. */
const printed: Reader = (value, found, { invocation }) => {
  const [start] = /^(?:%pipe%|\|)/.exec(headOf(value)) ?? [];
  if (start !== undefined) runsNamed(after(value, start.length), invocation.name, found);
  else if (!/^(?:-|%std(?:out|err))/.test(headOf(value))) found.effect({ kind: 'write', target: value });
};

const permitted: Reader = (value, found) => {
  const paths = (textOf(value) ?? '').split(/[:;]/, 16).filter((path) => path !== '');
  for (const path of paths) found.effect({ kind: 'write', target: literal(path.replace(/[*/]+$/, ''), value.span) });
};

const unsafe = 'run: option: a document may start programs and write files';

/** What Ghostscript takes, also with `#` where other programs have `=`. */
const ghostscript = {
  style: 'dash',
  options: {
    '-o -sOutputFile -sOUTPUTFILE -sstdout -sprofile=': printed,
    '-dNOSAFER -dDELAYSAFER -dWRITESYSTEMDICT[=]': unsafe,
    '--permit-file-write --permit-file-all --permit-file-control=': permitted,
    '--permit-file-read=': 'text',
    '-sGenericResourceDir -sICCProfilesDir -sFONTMAP -sFONTPATH=': 'text',
    '-I=': 'run',
  },
  help: '--help --version -v -h',
  inspect: attached([/^-o/, printed], [/^-s(?:OutputFile|OUTPUTFILE|stdout)#/, printed], [/^-I/, readsFrom]),
} as const;

/** Programs that turn documents into others. */
export const documents = [
  defineProgram({
    names: 'pandoc pandoc-server pandoc-lua',
    summary: 'Turns texts into other formats.',
    options: {
      '-o --output=': output,
      '-f -r --from --read -t -w --to --write=': format,
      '-F --filter=': filter,
      '-L --lua-filter=': 'run: option',
      '--pdf-engine --latex-engine=': helper(engines),
      '--pdf-engine-opt --latex-engine-opt=': (value, found, call) => {
        if (/escape|write18|latex=|^-e|^-r/.test(textOf(value) ?? 'escape')) runsOption(value, found, call);
      },
      '-d --defaults --data-dir=': 'run: option: settings may name programs',
      '--extract-media --log=': 'write',
      '--template -H --include-in-header -B --include-before-body -A --include-after-body --metadata-file=':
        addressOr('read'),
      '--reference-doc --bibliography --csl --citation-abbreviations --syntax-definition --abbreviations=':
        addressOr('read'),
      '--highlight-style --print-highlight-style --epub-cover-image --epub-metadata --epub-embed-font=': 'read',
      '-M --metadata -V --variable -T --title-prefix -c --css -D --print-default-template --wrap --columns=': 'text',
      '--toc-depth --dpi --eol --tab-stop --resource-path --request-header --id-prefix --slide-level=': 'text',
      '--print-default-data-file --shift-heading-level-by --top-level-division --number-offset --markdown-headings=':
        'text',
      '--mathjax --katex --webtex --list-extensions[=]': 'text',
      '-s -N -p -i -C --standalone --toc --citeproc --self-contained --embed-resources --sandbox --file-scope': 'text',
      '-v -h --list-input-formats --list-output-formats --list-highlight-styles --list-highlight-languages': 'help',
    },
    operands: addressOr('read'),
    examples: {
      'pandoc a.md -o b.html': 'write b.html, read a.md',
      'pandoc -F ./x a.md': 'run ./x, read a.md',
      'pandoc --filt=pandoc-crossref a.md': 'run pandoc-crossref, read a.md',
      'pandoc -L x.lua a.md': 'run x.lua, read a.md',
      'pandoc -tx.lua a.md': 'run x.lua, read a.md',
      'pandoc -f gfm+smart -t html a.md': 'read a.md',
      'pandoc a.md --pdf-engine=xelatex -o a.pdf': 'write a.pdf, read a.md',
      'pandoc a.md --pdf-engine=./x -o a.pdf': 'run ./x, write a.pdf, read a.md',
      'pandoc -d x.yaml': 'run x.yaml',
      'pandoc https://a.example/x': 'contact a.example',
    },
  }),
  defineProgram({
    ...ghostscript,
    names: 'gs ghostscript gsc gsx',
    summary: 'Draws PostScript and PDF.',
    options: { ...ghostscript.options, '-c': 'run: code of PostScript', '-f': 'text' },
    operands: 'read',
    examples: {
      'gs -sDEVICE=pdfwrite -o b.pdf a.ps': 'write b.pdf, read a.ps',
      'gs -sOutputFile=../x a.ps': 'write ../x, read a.ps',
      "gs -sOutputFile='%pipe%cat > x' a.ps": 'run cat > x, read a.ps, > sh: cat > x',
      'gs -o- a.ps': 'read a.ps',
      'gs -o../x a.ps': 'write ../x, read a.ps, write ../x',
      'gs -sOutputFile#../x a.ps': 'read a.ps, write ../x',
      'gs -dNOSAFER a.ps': 'run, read a.ps',
      'gs --permit-file-write=/x/* a.ps': 'write /x, read a.ps',
    },
  }),
  defineProgram({
    ...ghostscript,
    names: 'ps2pdf ps2pdf12 ps2pdf13 ps2pdf14 ps2ps ps2ps2 ps2epsi eps2eps pdf2ps pdf2dsc ps2ascii ps2txt epstopdf',
    summary: 'Turn PostScript and PDF into one another.',
    operands: { first: 'read', second: printed },
    examples: { 'ps2pdf a.ps b.pdf': 'read a.ps, write b.pdf', 'ps2pdf -dNOSAFER a.ps': 'run, read a.ps' },
  }),
  defineProgram({
    names: 'libreoffice soffice soffice.bin lowriter localc loimpress lodraw lobase loweb ooffice unoconv',
    summary: 'Opens and converts office documents.',
    style: 'dash',
    options: {
      '-outdir -print-to-file -printer-name -o -output=': 'write',
      '-accept -connection=': 'contact',
      '-convert-to -infilter -language -display -view -f -format=': 'text',
    },
    operands: (value, found, call) => {
      if (/^(?:macro|vnd\.sun\.star\.(?:script|expand)|slot|service):/i.test(headOf(value)))
        runsOption(value, found, call);
      else addressOr('read')(value, found, call);
    },
    help: '--help --version -h',
    inspect: attached([/^-env:UserInstallation=(?:file:\/\/)?/, writesTo]),
    examples: {
      'soffice --headless --convert-to pdf --outdir out a.docx': 'write out, read a.docx',
      'soffice macro:///Standard.Module1.Main': 'run macro:///Standard.Module1.Main',
      'soffice "vnd.sun.star.script:x.py?language=Python" a.odt':
        'run vnd.sun.star.script:x.py?language=Python, read a.odt',
      'soffice -env:UserInstallation=file:///srv/x a.odt': 'read a.odt, write /srv/x',
    },
  }),
  defineProgram({
    names: 'wkhtmltopdf wkhtmltoimage weasyprint prince chromium-pdf',
    summary: 'Print web pages into files.',
    style: 'dash',
    options: {
      '-o -output -cookie-jar -dump-outline -dump-default-toc-xsl -log=': 'write',
      '-run-script -script=': 'run: option',
      '-post-file -user-style-sheet -style -s -stylesheet -attachment -a -xsl-style-sheet=': addressOr('read'),
      '-header-html -footer-html -cover=': addressOr('read'),
      '-proxy -p=': 'contact: network tool',
      '-page-size -orientation -margin-top -margin-bottom -margin-left -margin-right -encoding -dpi -zoom=': 'text',
    },
    operands: { rest: addressOr('read'), last: output },
    help: '--help --version -V -h',
    examples: {
      'wkhtmltopdf a.html b.pdf': 'read a.html, write b.pdf',
      'wkhtmltopdf https://a.example b.pdf': 'contact a.example, write b.pdf',
      'weasyprint a.html -': 'read a.html',
    },
  }),
  defineProgram({
    names: 'groff nroff troff pdfroff gropdf',
    summary: 'Set manuals and other old texts.',
    options: {
      '-U': unsafe,
      '-l': 'contact: a printer',
      '-I -M -F -T -m -d -r -o -n -w -W -f -D -K -L -P=': 'text',
      '-S -e -t -p -s -k -g -G -j -R -N -V -X -z -Z -a -b -c -C -E -i': 'text',
      '-h -v': 'help',
    },
    operands: 'read',
    examples: {
      'groff -man -Tascii a.1': 'read a.1',
      'groff -U a.ms': 'run, read a.ms',
      'groff -o 1-3 a.ms': 'read a.ms',
    },
  }),
  defineProgram({
    names: 'ebook-convert ebook-meta ebook-polish',
    summary: 'Turns books into other formats.',
    options: { '-o --to-opf --get-cover --debug-pipeline -d=': 'write', '--cover --from-opf --extra-css=': 'read' },
    operands: [{ first: 'read', second: 'write' }],
    inspect({ operands: [book] }, found) {
      if (/\.recipe$/i.test((book && textOf(book)) ?? ''))
        found.effect({ kind: 'run', target: book, note: 'option: a recipe is code' });
    },
    examples: {
      'ebook-convert a.epub b.mobi': 'read a.epub, write b.mobi',
      'ebook-convert x.recipe b.mobi': 'read x.recipe, write b.mobi, run x.recipe',
    },
  }),
  defineProgram({
    names: 'qpdf',
    summary: 'Changes the inside of PDF files.',
    options: {
      '--replace-input': 'flag',
      '--password-file --json-input --copy-attachments-from --overlay --underlay=': 'read',
      '--password --pages --rotate --object-streams --stream-data --json --split-pages[=]': 'text',
      '--check --show-npages --requires-password --is-encrypted --show-encryption --list-attachments': 'flag',
    },
    operands: [
      { if: '--replace-input', each: 'read + write' },
      { if: 'second', rest: 'read', last: output },
      { each: 'read' },
    ],
    inspect({ operands }, found) {
      for (const word of operands)
        if (headOf(word).startsWith('@'))
          found.effect({ kind: 'run', target: after(word, 1), note: 'a file of options' });
    },
    examples: {
      'qpdf --linearize a.pdf b.pdf': 'read a.pdf, write b.pdf',
      'qpdf --replace-input a.pdf': 'read a.pdf, write a.pdf',
      'qpdf --check a.pdf': 'read a.pdf',
    },
  }),
  defineProgram({
    names: 'pdftk',
    summary: 'Takes PDF files apart and puts them together.',
    inspect({ operands }, found) {
      const at = operands.findIndex((word) => textOf(word) === 'output');
      const bursts = operands.some((word) => /^(?:burst|unpack_files)$/.test(textOf(word) ?? ''));
      for (const target of at < 0 ? operands : operands.slice(0, at)) found.effect({ kind: 'read', target });
      const target = at < 0 ? undefined : operands[at + 1];
      if (target && textOf(target) !== '-') found.effect({ kind: 'write', target });
      else if (bursts) found.effect({ kind: 'write', note: 'files here' });
    },
    examples: {
      'pdftk a.pdf cat output ../x': 'read a.pdf, read cat, write ../x',
      'pdftk a.pdf burst': 'read a.pdf, read burst, write',
    },
  }),
  defineProgram({
    names: 'pdftoppm pdftocairo pdfseparate pdfimages pdftops pdfunite pdftohtml texi2pdf tesseract',
    summary: 'Turn documents into pictures and other documents.',
    style: 'dash',
    options: {
      '-o -output -out -build-dir=': 'write',
      '-f -l -r -x -y -W -H -scale-to -opw -upw -psm -oem -c -tessdata-dir -enc=': 'text',
      '-command -t=': 'run',
    },
    operands: { rest: 'read', last: output },
    examples: { 'pdftoppm -png a.pdf page': 'read a.pdf, write page', 'tesseract a.png -': 'read a.png' },
  }),
];
