import type { Block, Place } from '../document/model.ts';
import { readAnnotations, type Annotations } from './annotations.ts';
import { readDrawings, type Box, type Drawings } from './drawings.ts';
import { frameOf, isSlanted, type Frame } from './frame.ts';
import { readGlyphs, type Glyphs } from './glyphs.ts';
import { blocksOf, type BlockContext } from './layout/blocks.ts';
import { drawnBullets } from './layout/bullets.ts';
import { cellGrids } from './layout/cells.ts';
import { regionsOf } from './layout/columns.ts';
import { withCounted } from './layout/counted.ts';
import { cutFragments, type Fragment } from './layout/fragment.ts';
import { gridsOf, type Grid, type Rule } from './layout/grid.ts';
import { linedGrids } from './layout/lined.ts';
import { withTables } from './layout/ruled.ts';
import { addColumn } from './layout/seam.ts';
import { withoutHeadings, type Scale } from './layout/scale.ts';
import type { Link } from './layout/text.ts';
import type { PdfDocument } from './open.ts';

/** All that is taken from a page; PDFium has let go of it by then. */
export interface PageContent {
  readonly number: number;
  readonly glyphs: Glyphs;
  readonly drawings: Drawings;
  readonly annotations: Annotations;
  /** The frame in which the page is upright, as it is shown. */
  readonly frame: Frame;
  readonly box: Box;
}

/** Nothing when PDFium cannot make a page of it. */
export function readPage({ engine, handle, form }: PdfDocument, index: number): PageContent | undefined {
  const { calls, scratch } = engine;
  const page = calls.FPDF_LoadPage(handle, index);
  if (page === 0) return undefined;
  calls.FPDF_GetPageBoundingBox(page, scratch);
  const floats = engine.floats();
  const at = scratch >> 2; // left, top, right, bottom
  const box: Box = [floats[at]!, floats[at + 3]!, floats[at + 2]!, floats[at + 1]!];
  const textPage = calls.FPDFText_LoadPage(page);
  const content: PageContent = {
    number: index + 1,
    glyphs: readGlyphs(engine, textPage),
    drawings: readDrawings(engine, page),
    annotations: readAnnotations(engine, handle, page, form),
    frame: frameOf(calls.FPDFPage_GetRotation(page) * 90),
    box,
  };
  calls.FPDFText_ClosePage(textPage);
  calls.FPDF_ClosePage(page);
  return content;
}

/**
 * The blocks of a page: upright text first, then what runs in other directions. What stands outside of the page is seen by nobody who
 * looks at it, and may be meant for who reads only its text; `outside` is told of it.
 */
export function pageBlocks(content: PageContent, scale: Scale, outside: () => void): Block[] {
  const { frame, annotations } = content;
  const byFrame = cutFragments(content.glyphs);
  for (const [direction, fragments] of byFrame) {
    if (isSlanted(direction)) continue;
    const shown = fragments.filter(isWithin(turned(content.box, direction)));
    if (shown.length === fragments.length) continue;
    outside();
    if (shown.length > 0) byFrame.set(direction, shown);
    else byFrame.delete(direction);
  }
  const upright = mainFrame(byFrame, frame);
  const inserted = annotations.shown.map((item) => insertedFragment(item, frame, content.glyphs, scale.body));
  const dots = content.drawings.dots.map((dot) => turned(dot, frame));
  const shown = [...inserted, ...drawnBullets(dots, byFrame.get(frame) ?? [])];
  if (shown.length > 0) byFrame.set(frame, [...(byFrame.get(frame) ?? []), ...shown]);
  const blocks: Block[] = [];
  for (const direction of [...byFrame.keys()].sort((a, b) => Number(b === upright) - Number(a === upright))) {
    const fragments = byFrame.get(direction)!;
    const context = contextOf(content, direction, isSlanted(direction) ? withoutHeadings(scale) : scale);
    const placed =
      direction === upright ? withTables(fragments, pageGrids(content, direction, fragments), context) : fragments;
    for (const region of regionsOf(withCounted(placed))) {
      const found = blocksOf(region, context);
      if (region.kind === 'text' && region.isNext) addColumn(blocks, found);
      else for (const block of found) blocks.push(block);
    }
  }
  for (const { text } of annotations.comments) blocks.push({ kind: 'note', label: 'comment', spans: [{ text }] });
  return blocks;
}

/** Whether any of a text is in a box. */
function isWithin([left, top, right, bottom]: Box): (fragment: Fragment) => boolean {
  return (fragment) =>
    fragment.right > left &&
    fragment.left < right &&
    fragment.baseline > top &&
    fragment.baseline - fragment.size < bottom;
}

/** The direction of most text, where there is hardly any that is upright. */
function mainFrame(byFrame: ReadonlyMap<Frame, Fragment[]>, shown: Frame): Frame {
  if (byFrame.size === 1 && byFrame.has(shown)) return shown;
  const lengthIn = (frame: Frame) => (byFrame.get(frame) ?? []).reduce((sum, { from, to }) => sum + to - from, 0);
  const [most] = [...byFrame.keys()].sort((a, b) => lengthIn(b) - lengthIn(a));
  return most && lengthIn(most) > lengthIn(shown) * 4 ? most : shown;
}

function contextOf({ annotations, frame, box, number }: PageContent, direction: Frame, scale: Scale): BlockContext {
  const [left, top] = turned(box, frame);
  const links = annotations.links.map(({ box, href }): Link => {
    const [left, top, right, bottom] = turned(box, direction);
    return { left, top, right, bottom, href };
  });
  const tenth = (value: number) => Math.round(value * 10) / 10;
  const place = (x0: number, y0: number, x1: number, y1: number): Place =>
    direction === frame
      ? { page: number, box: [tenth(x0 - left), tenth(y0 - top), tenth(x1 - left), tenth(y1 - top)] }
      : { page: number };
  return { scale, links, place };
}

function pageGrids({ drawings }: PageContent, direction: Frame, fragments: readonly Fragment[]): Grid[] {
  const horizontal: Rule[] = [];
  const vertical: Rule[] = [];
  for (let index = 0; index < drawings.rules.length; index++) {
    const { 0: left, 1: top, 2: right, 3: bottom } = turned(drawings.rules[index]!, direction);
    if (right - left >= bottom - top) horizontal.push({ at: (top + bottom) / 2, from: left, to: right });
    else vertical.push({ at: (left + right) / 2, from: top, to: bottom });
  }
  const ruled = gridsOf(horizontal, vertical);
  const grids = [...ruled, ...linedGrids(horizontal, ruled, fragments)];
  return [...grids, ...cellGrids(fragments, grids)];
}

function insertedFragment(
  { box, text }: { readonly box: Box; readonly text: string },
  frame: Frame,
  glyphs: Glyphs,
  body: number,
): Fragment {
  const [left, top, right, bottom] = turned(box, frame);
  const size = Math.min(body, bottom - top);
  // A value of one line stands in the middle of its field, a longer one begins at its top.
  const baseline = bottom - top < size * 2.5 ? (top + bottom) / 2 + size * 0.3 : top + size;
  return { glyphs, from: 0, to: 0, left, right, baseline, size, inserted: text, text };
}

/** Left, top, right, bottom of a box of the page in a frame. */
function turned(box: Box, { along, down }: Frame): Box {
  const a = along(box[0], box[1]);
  const b = along(box[2], box[3]);
  const c = down(box[0], box[1]);
  const d = down(box[2], box[3]);
  return [Math.min(a, b), Math.min(c, d), Math.max(a, b), Math.max(c, d)];
}
