import { defineProgram, type Reader } from '../define.ts';
import { addressOr } from '../hosts.ts';
import { attached, writesTo } from '../languages/attached.ts';
import { picture } from '../languages/streams.ts';
import { after, headOf, literal, textOf } from '../words.ts';

/** A text, or a file of it after `@`. */
const textOrFile: Reader = (value, found) => {
  if (headOf(value).startsWith('@')) found.effect({ kind: 'read', target: after(value, 1) });
};

const magick = {
  '-write +write=': picture('write'),
  '-path=': 'write',
  '-script=': 'run: option: a script',
  '-profile -map -remap -texture -mask -write-mask -read-mask -tile-offset -clut-file=': picture('read'),
  '-draw -label -caption -title -comment -set-file=': textOrFile,
  '-annotate==': textOrFile,
  '-font -family -resize -size -geometry -crop -quality -density -fill -stroke -background -gravity -pointsize=':
    'text',
  '-rotate -threshold -format -define -depth -colorspace -type -fuzz -extent -border -bordercolor -colors -delay=':
    'text',
  '-loop -page -units -channel -compose -thumbnail -scale -sample -blur -sharpen -compress -interlace -level=': 'text',
  '-limit -alpha -transparent -tile -filter -shave -modulate -posterize -unsharp -layers -evaluate -dissolve=': 'text',
  '-metric -list -debug -log -seed -opaque -brightness-contrast -morphology -distort -virtual-pixel -append-gravity=':
    'text',
} as const;

/** `export-filename:path;export-do`. */
const actions: Reader = (value, found) => {
  const steps = (textOf(value) ?? '').split(';', 64);
  for (const step of steps) {
    const [, path] = /^\s*export-filename:(.+)$/s.exec(step) ?? [];
    if (path !== undefined) found.effect({ kind: 'write', target: literal(path.trim(), value.span) });
    else if (/extension|\.\w+\.noprefs|file-open/.test(step)) found.effect({ kind: 'run', target: value });
  }
};

/** Programs that change and draw pictures. */
export const pictures = [
  defineProgram({
    names: 'convert composite montage compare magick gm',
    summary: 'Change pictures.',
    style: 'dash',
    options: magick,
    operands: { rest: picture('read'), last: picture('write') },
    inspect({ operands: [first, ...words], invocation: { name } }, found) {
      // `magick mogrify …`, `gm convert …`: the old programs by their own names.
      const verb = (first && textOf(first)) ?? '';
      if (name === 'gm' && verb === 'batch') found.effect({ kind: 'run', note: 'option: a file of commands' });
      if (!/^(?:magick|gm)/.test(name) || !/^(?:mogrify|conjure|identify|import)$/.test(verb)) return;
      for (const target of words)
        found.effect({ kind: verb === 'mogrify' ? 'write' : verb === 'conjure' ? 'run' : 'read', target });
    },
    examples: {
      'convert a.png b.jpg': 'read a.png, write b.jpg',
      'convert a.png -resize 50% b.png': 'read a.png, write b.png',
      'convert a.png txt:/srv/x': 'read a.png, write /srv/x',
      'convert label:@.env x.png': 'read .env, write x.png',
      'convert text:.env x.png': 'read .env, write x.png',
      'convert label:hi x.png': 'write x.png',
      'convert a.png -annotate +0+0 @.env x.png': 'read .env, read a.png, write x.png',
      'convert "|rm x" b.png': 'run rm x, write b.png, > sh: rm x',
      'convert -size 9x9 xc:red a.png': 'write a.png',
      'convert a.png -write ../x info:-': 'write ../x, read a.png',
      'convert https://a.example/x.png b.png': 'contact a.example, write b.png',
      'convert msl:x.msl b.png': 'run x.msl, read x.msl, write b.png',
      'convert a.pdf[0] b.png': 'read a.pdf, write b.png',
      'magick mogrify a.png': 'read mogrify, write a.png, write a.png',
    },
  }),
  defineProgram({
    names: 'mogrify',
    summary: 'Changes pictures where they are.',
    style: 'dash',
    options: magick,
    operands: [{ if: '-path', each: picture('read') }, { each: picture('write') }],
    examples: {
      'mogrify -resize 50% *.png': 'write *.png',
      'mogrify -path out -format jpg a.png': 'write out, read a.png',
    },
  }),
  defineProgram({
    names: 'conjure',
    summary: 'Runs scripts of ImageMagick.',
    style: 'dash',
    operands: 'run',
    examples: { 'conjure x.msl': 'run x.msl', 'conjure --version': 'quiet' },
  }),
  defineProgram({
    names: 'optipng pngquant jpegoptim pngcrush oxipng zopflipng gifsicle pngout advpng',
    summary: 'Make pictures smaller, most of them where they are.',
    options: {
      '-o --output --out -d --dest --dir --outdir=': 'write',
      '-m --max --quality --speed --ext --config -O --optimize --colors -i -f -r=': 'text',
      '-n --dry-run --no-act --simulate --pretend': 'flag',
    },
    operands: 'read + write',
    examples: { 'jpegoptim a.jpg': 'read a.jpg, write a.jpg', 'pngquant --help': 'quiet' },
  }),
  defineProgram({
    names: 'cwebp dwebp gif2webp webpmux rsvg-convert potrace avifenc avifdec cjxl djxl heif-convert cairosvg',
    summary: 'Turn pictures into other formats.',
    style: 'dash',
    options: {
      '-o -output=': 'write',
      '-q -m -z -f -w -h -s -d -z -r -preset -resize -width -height -format=': 'text',
    },
    operands: addressOr('read'),
    also: [{ if: '!-o second', operands: { first: 'text', last: 'write' } }],
    inspect: attached([/^-o(?=[./\\~])/, writesTo]),
    examples: {
      'cwebp -q 80 a.png -o b.webp': 'write b.webp, read a.png',
      'avifenc a.png ../x': 'read a.png, read ../x, write ../x',
    },
  }),
  defineProgram({
    names: 'dot neato fdp sfdp twopi circo osage patchwork',
    summary: 'Draw graphs.',
    options: {
      '-o=': 'write',
      '-T -K -G -N -E -A -s -y -L -l=': 'text',
      '-O -c -v -q -x -n -P': 'text',
      '-V -?': 'help',
    },
    operands: 'read',
    examples: { 'dot -Tpng a.dot -o a.png': 'write a.png, read a.dot', 'dot -o../x a.dot': 'write ../x, read a.dot' },
  }),
  defineProgram({
    names: 'inkscape',
    summary: 'Draws and converts pictures.',
    options: {
      '-o --export-filename --export-file --export-png --export-pdf --export-plain-svg=': 'write',
      '--actions=': actions,
      '--action-file=': 'run: option: a file of commands',
      '--shell': 'terminal',
      '-w -h -d -b -a -i --export-width --export-height --export-dpi --export-type --export-id --export-area=': 'text',
    },
    operands: addressOr('read'),
    examples: {
      'inkscape a.svg -o b.png': 'write b.png, read a.svg',
      "inkscape --actions='export-filename:/srv/x;export-do' a.svg": 'write /srv/x, read a.svg',
    },
  }),
  defineProgram({
    names: 'mmdc plantuml',
    summary: 'Draw diagrams.',
    style: 'dash',
    options: {
      '-o -output -outputDir -a -artefacts=': 'write',
      '-i -input -c -configFile -C -cssFile -config=': 'read',
      '-p -puppeteerConfigFile=': 'run: option: settings may name programs',
      '-graphvizdot=': 'run: option',
      '-picoweb -ftp': 'contact: it answers others',
      '-t -theme -b -w -H -s -e -I -charset=': 'text',
    },
    operands: addressOr('read'),
    help: '--help --version -h -V -version',
    examples: {
      'mmdc -i a.mmd -o a.svg': 'read a.mmd, write a.svg',
      'mmdc -p x.json -i a.mmd': 'run x.json, read a.mmd',
      'plantuml -graphvizdot ./x a.puml': 'run ./x, read a.puml',
    },
  }),
];
