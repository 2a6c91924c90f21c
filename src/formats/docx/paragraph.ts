import type { Block, Span } from '../document/model.ts';
import { scriptText } from '../document/script.ts';
import { symbolFont } from '../document/symbol-fonts.ts';
import { openAlternates } from '../ooxml/alternate.ts';
import { readFormula } from '../omml/index.ts';
import type { Xml } from '../xml/index.ts';
import type { TextContext } from './context.ts';
import { readDrawing } from './drawing.ts';
import { linkOf, type Fields } from './fields.ts';
import { readFormField } from './form-field.ts';
import { noteMargin } from './margins.ts';
import { isHidden, isOn, readLook, type Look } from './look.ts';

export interface ReadParagraph {
  readonly spans: Span[];
  style: string | undefined;
  outlineLevel: number | undefined;
  numId: string | undefined;
  level: number | undefined;
  /** The next one continues it: its end was deleted, or it is the large letter that begins the next one. */
  goesOn: boolean;
  /** Whether its end is hidden; undefined when it does not say so itself. */
  isEndHidden: boolean | undefined;
  /** What was found inside and stands behind it: text boxes, pictures, charts, comments. */
  readonly asides: Block[];
}

const transparent = new Set(
  'w:ins w:moveTo w:smartTag w:sdt w:sdtContent w:customXml w:dir w:bdo m:oMathPara w:ruby w:rubyBase'.split(' '),
);
const maxChars = 8_000_000;
const maxReading = 1000;

/** A paragraph, from right behind its `open` to its end; `before` is what it continues. */
export function readParagraph(xml: Xml, context: TextContext, fields: Fields, before: readonly Span[]): ReadParagraph {
  const { depth } = xml;
  const found: ReadParagraph = {
    spans: [...before],
    style: undefined,
    outlineLevel: undefined,
    numId: undefined,
    level: undefined,
    goesOn: false,
    isEndHidden: undefined,
    asides: [],
  };
  const alternates = openAlternates();
  const links: { readonly depth: number; readonly href: string | undefined }[] = [];
  let look: Look = {};
  let isStyleHidden = context.styles.paragraph(undefined).isHidden === true;
  let isText = false;
  let isInstruction = false;
  let chars = 0;
  /** A page or column ended behind what was read. */
  let isBroken = false;
  /** How what comes next is read aloud. */
  let reading = '';
  /** What stands in an instruction, which is text when that has no end. */
  let held: Span[] = [];

  const isLeftOut = () => {
    if (!isHidden(look, isStyleHidden)) return false;
    context.report.warn('Hidden text was left out.');
    return true;
  };
  const add = (text: string, style: Span['style'] = look.style) => {
    if (isLeftOut()) return;
    if (!fields.isShown) fields.instruct(text);
    else if (text.trim() !== '') fields.show();
    chars += text.length;
    if (chars > maxChars) return context.report.warn('A paragraph was too long and was cut.', 'lost');
    const href = links.at(-1)?.href ?? fields.href;
    const spans = fields.isShown ? found.spans : held;
    if (isBroken && spans.length > 0) spans.push({ text: '\n' });
    isBroken = false;
    const last = spans.at(-1);
    if (last && last.style === style && last.href === href && style !== 'math')
      spans[spans.length - 1] = { ...last, text: last.text + text };
    else spans.push({ text, ...(href === undefined ? {} : { href }), ...(style === undefined ? {} : { style }) });
  };

  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'text') {
      if (isText) add(scriptText(look.font?.show(xml.text) ?? xml.text.replaceAll('\u00AD', ''), look.script));
      else if (isInstruction) fields.instruct(xml.text);
      continue;
    }
    const { name } = xml;
    if (event === 'close') {
      if (xml.depth === depth) break;
      if (name === 'w:t') isText = false;
      else if (name === 'w:instrText') isInstruction = false;
      else if (name === 'w:ruby' && reading !== '') {
        add(`(${reading})`);
        reading = '';
      } else if (links.at(-1)?.depth === xml.depth) links.pop();
      continue;
    }
    switch (name) {
      case 'w:r':
        look = {};
        break;
      case 'w:t':
        isText = true;
        break;
      case 'w:rPr':
        look = readLook(xml, context.styles);
        break;
      case 'w:pPr':
        readProperties(xml, context, found);
        isStyleHidden = context.styles.paragraph(found.style).isHidden === true;
        break;
      case 'w:tab':
      case 'w:ptab':
        add('\t');
        break;
      case 'w:br':
        if (/^(?:page|column)$/.test(xml.attribute('w:type') ?? '')) isBroken = true;
        else add('\n');
        break;
      case 'w:cr':
        add('\n');
        break;
      case 'w:noBreakHyphen':
        add('\u2011');
        break;
      case 'w:sym':
        add(symbolText(xml));
        break;
      case 'w:rt':
        reading = readAloud(xml);
        break;
      case 'w:instrText':
        isInstruction = true;
        break;
      case 'w:fldChar': {
        const value = fields.char(xml.attribute('w:fldCharType'));
        if (fields.isShown) held = [];
        if (value && value.text !== '') add(value.text, value.style ?? look.style);
        break;
      }
      case 'w:checkBox':
      case 'w:ddList':
        fields.offer(readFormField(xml));
        break;
      case 'w:ffData':
        break;
      case 'w:fldSimple':
        links.push({ depth: xml.depth, href: linkOf(xml.attribute('w:instr') ?? '') });
        break;
      case 'w:hyperlink':
        links.push({ depth: xml.depth, href: hrefOf(xml, context) });
        break;
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        if (context.notes && !isLeftOut())
          add(
            context.notes.cite(name === 'w:endnoteReference' ? 'endnote' : 'footnote', xml.attribute('w:id') ?? ''),
            undefined,
          );
        break;
      case 'w:commentReference': {
        const comment = context.notes?.comment(xml.attribute('w:id') ?? '');
        if (comment) found.asides.push(comment);
        break;
      }
      case 'm:oMath':
        add(readFormula(xml), 'math');
        break;
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        if (isLeftOut()) xml.skip();
        else found.asides.push(...readDrawing(xml, context));
        break;
      case 'mc:AlternateContent':
      case 'mc:Choice':
      case 'mc:Fallback':
        if (!alternates.wants(xml)) xml.skip();
        break;
      default:
        if (!transparent.has(name)) xml.skip();
    }
  }
  for (const span of held) found.spans.push(span);
  fields.endParagraph();
  return found;
}

function readProperties(xml: Xml, context: TextContext, found: ReadParagraph): void {
  const { depth } = xml;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) return;
    if (event !== 'open') continue;
    switch (xml.name) {
      case 'w:pStyle':
        found.style = xml.attribute('w:val');
        break;
      case 'w:outlineLvl':
        found.outlineLevel = Number(xml.attribute('w:val') ?? 9);
        break;
      case 'w:numId':
        found.numId = xml.attribute('w:val');
        break;
      case 'w:ilvl':
        found.level = Number(xml.attribute('w:val') ?? 0);
        break;
      case 'w:del':
      case 'w:moveFrom':
        found.goesOn = true;
        break;
      case 'w:framePr':
        // A large first letter is a paragraph of its own before the one it begins.
        if (/^(?:drop|margin)$/.test(xml.attribute('w:dropCap') ?? '')) found.goesOn = true;
        break;
      case 'w:headerReference':
      case 'w:footerReference':
        noteMargin(xml, context);
        break;
      case 'w:vanish':
        found.isEndHidden = isOn(xml);
        break;
      case 'w:numPr':
      case 'w:rPr':
      case 'w:sectPr':
        break;
      default:
        xml.skip(); // among them w:pPrChange, which holds the properties of before
    }
  }
}

function readAloud(xml: Xml): string {
  const { depth } = xml;
  let text = '';
  let isText = false;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'text') isText = event === 'open' && xml.name === 'w:t';
    else if (isText && text.length < maxReading) text += xml.text;
  }
  return text;
}

/** The sign of `w:sym`; a private one of another font means nothing. */
function symbolText(xml: Xml): string {
  const code = Number.parseInt(xml.attribute('w:char') ?? '', 16);
  if (!Number.isFinite(code) || code <= 0 || code > 0xffff) return '';
  const text = String.fromCharCode(code);
  const font = symbolFont(xml.attribute('w:font'));
  return font ? font.show(text) : code >= 0xe000 && code <= 0xf8ff ? '' : text;
}

function hrefOf(xml: Xml, { relationships }: TextContext): string | undefined {
  const found = relationships.get(xml.attribute('r:id') ?? '');
  if (!found?.isExternal) return undefined;
  const anchor = xml.attribute('w:anchor');
  return anchor === undefined || found.target.includes('#') ? found.target : `${found.target}#${anchor}`;
}
