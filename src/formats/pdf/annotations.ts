import type { Box } from './drawings.ts';
import type { Engine } from './engine.ts';

/** What is laid over a page: addresses, values of fields, texts of annotations. */
export interface Annotations {
  readonly links: readonly { readonly box: Box; readonly href: string }[];
  /** Seen on the page: the value of a field, a text box. */
  readonly shown: readonly { readonly box: Box; readonly text: string }[];
  /** Behind an icon or a mark: a comment. */
  readonly comments: readonly { readonly box: Box; readonly text: string }[];
}

const maxAnnotations = 5_000;
/** Subtypes of annotations in PDFium. */
const [freeText, popup, widget, link] = [3, 16, 20, 2];
/** Types of fields. */
const [pushButton, checkBox, radioButton, comboBox, listBox, signature] = [1, 2, 3, 4, 5, 7];
const maxOptions = 1_000;
/** Flags: the annotation is not shown; what is typed into the field is not, either. */
const [hidden, passwordField] = [2 | 32, 1 << 13];
const uriAction = 3;

export function readAnnotations(engine: Engine, document: number, page: number, form: number): Annotations {
  const { calls } = engine;
  const links: { box: Box; href: string }[] = [];
  const shown: { box: Box; text: string }[] = [];
  const comments: { box: Box; text: string }[] = [];
  const count = Math.min(calls.FPDFPage_GetAnnotCount(page), maxAnnotations);
  if (count === 0) return { links, shown, comments };
  const [contentsKey, stateKey] = [asciiKey(engine, 'Contents'), asciiKey(engine, 'AS')];
  const valueOf = (annotation: number, key: number) =>
    engine.utf16((buffer, bytes) => calls.FPDFAnnot_GetStringValue(annotation, key, buffer, bytes));
  for (let index = 0; index < count; index++) {
    const annotation = calls.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const subtype = calls.FPDFAnnot_GetSubtype(annotation);
    const box = boxOf(engine, annotation);
    if ((calls.FPDFAnnot_GetFlags(annotation) & hidden) === 0) {
      const text =
        subtype === widget
          ? fieldText(engine, form, annotation, () => valueOf(annotation, stateKey))
          : valueOf(annotation, contentsKey);
      const tidy = text.replace(/\s+/g, ' ').trim();
      if (tidy !== '' && (subtype === widget || subtype === freeText)) shown.push({ box, text: tidy });
      else if (tidy !== '' && subtype !== link && subtype !== popup) comments.push({ box, text: tidy });
    }
    calls.FPDFPage_CloseAnnot(annotation);
  }
  readLinks(engine, document, page, (box, href) => links.push({ box, href }));
  engine.free(contentsKey);
  engine.free(stateKey);
  return { links, shown, comments };
}

function fieldText(engine: Engine, form: number, annotation: number, state: () => string): string {
  if (form === 0) return '';
  const { calls } = engine;
  const type = calls.FPDFAnnot_GetFormFieldType(form, annotation);
  if (type === checkBox || type === radioButton) return /^(?:Off)?$/.test(state()) ? '[ ]' : '[x]';
  if (type === pushButton || type === signature) return '';
  if ((calls.FPDFAnnot_GetFormFieldFlags(form, annotation) & passwordField) !== 0) return '';
  const chosen = type === comboBox || type === listBox ? chosenOptions(engine, form, annotation) : '';
  return chosen || engine.utf16((buffer, bytes) => calls.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, bytes));
}

/** As they are shown: the value of a field may be a short form of one of them, or a list of several. */
function chosenOptions(engine: Engine, form: number, annotation: number): string {
  const { calls } = engine;
  const labels: string[] = [];
  const count = Math.min(calls.FPDFAnnot_GetOptionCount(form, annotation), maxOptions);
  for (let index = 0; index < count; index++)
    if (calls.FPDFAnnot_IsOptionSelected(form, annotation, index) !== 0)
      labels.push(
        engine.utf16((buffer, bytes) => calls.FPDFAnnot_GetOptionLabel(form, annotation, index, buffer, bytes)),
      );
  return labels.join(', ');
}

function readLinks(engine: Engine, document: number, page: number, found: (box: Box, href: string) => void): void {
  const { calls, scratch } = engine;
  const position = scratch + 512;
  engine.words()[position >> 2] = 0;
  for (let budget = maxAnnotations; budget > 0; budget--) {
    if (calls.FPDFLink_Enumerate(page, position, position + 4) === 0) return;
    const link = engine.words()[(position >> 2) + 1]!;
    const next = engine.words()[position >> 2]!;
    const action = calls.FPDFLink_GetAction(link);
    if (action === 0 || calls.FPDFAction_GetType(action) !== uriAction) continue;
    const href = engine.utf8((buffer, bytes) => calls.FPDFAction_GetURIPath(document, action, buffer, bytes));
    calls.FPDFLink_GetAnnotRect(link, scratch);
    if (/^(?:https?|ftp|mailto|tel):[^\s<>]+$/i.test(href)) found(rectangleAt(engine), href);
    engine.words()[position >> 2] = next; // texts may have been written over it
  }
}

function boxOf(engine: Engine, annotation: number): Box {
  engine.calls.FPDFAnnot_GetRect(annotation, engine.scratch);
  return rectangleAt(engine);
}

/** FS_RECTF: left, top, right, bottom. */
function rectangleAt({ floats, scratch }: Engine): Box {
  const [left = 0, top = 0, right = 0, bottom = 0] = floats().subarray(scratch >> 2, (scratch >> 2) + 4);
  return [Math.min(left, right), Math.min(top, bottom), Math.max(left, right), Math.max(top, bottom)];
}

function asciiKey(engine: Engine, key: string): number {
  const address = engine.allocate(key.length + 1);
  engine.bytes().set([...Buffer.from(key), 0], address);
  return address;
}
