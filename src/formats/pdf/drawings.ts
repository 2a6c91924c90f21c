import type { Engine } from './engine.ts';

/** A straight line along one of the axes of the page, or the box of a picture: x and y of two corners. */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number];

/** What is drawn on a page besides text. */
export interface Drawings {
  readonly rules: readonly Box[];
  readonly pictures: readonly Box[];
  /** Small and about as high as wide: bullets, where text follows them. */
  readonly dots: readonly Box[];
  /** Shapes that are no rules. */
  readonly shapes: number;
}

type Matrix = readonly [number, number, number, number, number, number];

const maxObjects = 100_000;
const maxRules = 6_000;
const maxSegments = 1_000;
const maxDots = 300;
/** How wide a dot is, in points; those of slides are large. */
const [leastDot, mostDot] = [1, 20];
const maxDepth = 4;
/** Thicker than this is a bar, not a line. */
const maxThickness = 3;
/** Types of page objects and of segments of a path in PDFium. */
const [pathObject, imageObject, formObject] = [2, 3, 5];
const [lineTo, bezierTo] = [0, 1];

export function readDrawings(engine: Engine, page: number): Drawings {
  const { calls, scratch } = engine;
  const rules: Box[] = [];
  const pictures: Box[] = [];
  const dots: Box[] = [];
  let budget = maxObjects;
  let shapes = 0;
  const at = scratch >> 2;
  const { FPDFPage_GetObject: objectOfPage, FPDFPageObj_GetType: typeOf } = calls;

  const visit = (count: number, objectAt: (index: number) => number, matrix: Matrix | undefined, depth: number) => {
    for (let index = 0; index < count && budget > 0; index++, budget--) {
      const object = objectAt(index);
      const type = typeOf(object);
      if (type === pathObject && rules.length < maxRules) readPath(object, matrix);
      else if (type === imageObject) pictures.push(boundsOf(object, matrix));
      else if (type === formObject && depth < maxDepth) {
        const inner = joined(matrixOf(object), matrix);
        visit(
          calls.FPDFFormObj_CountObjects(object),
          (index) => calls.FPDFFormObj_GetObject(object, index),
          inner,
          depth + 1,
        );
      }
    }
  };

  const boundsOf = (object: number, matrix: Matrix | undefined): Box => {
    calls.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12);
    const floats = engine.floats();
    return moved(floats[at]!, floats[at + 1]!, floats[at + 2]!, floats[at + 3]!, matrix);
  };

  const matrixOf = (object: number): Matrix => {
    calls.FPDFPageObj_GetMatrix(object, scratch);
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = engine.floats().subarray(at, at + 6);
    return [a, b, c, d, e, f];
  };

  const readPath = (object: number, matrix: Matrix | undefined) => {
    const bounds = boundsOf(object, matrix);
    const width = bounds[2] - bounds[0];
    const height = bounds[3] - bounds[1];
    const isDot = Math.min(width, height) >= Math.max(leastDot, Math.max(width, height) * 0.7);
    if (isDot && width <= mostDot && dots.length <= maxDots) dots.push(bounds);
    if (Math.min(width, height) <= maxThickness) {
      if (Math.max(width, height) > maxThickness * 1.5) rules.push(bounds);
      return;
    }
    calls.FPDFPath_GetDrawMode(object, scratch, scratch + 4);
    const isStroked = engine.words()[at + 1] !== 0;
    const segments = calls.FPDFPath_CountSegments(object);
    if (!isStroked || segments > maxSegments) return void shapes++;
    const whole = joined(matrixOf(object), matrix);
    let [x, y, startX, startY] = [0, 0, 0, 0];
    const line = (toX: number, toY: number) => {
      const rule = moved(x, y, toX, toY, whole);
      const width = Math.abs(rule[2] - rule[0]);
      const height = Math.abs(rule[3] - rule[1]);
      const isLine = Math.min(width, height) < 0.5 && Math.max(width, height) > maxThickness;
      if (isLine && rules.length < maxRules) rules.push(rule);
    };
    for (let index = 0; index < segments; index++) {
      const segment = calls.FPDFPath_GetPathSegment(object, index);
      const type = calls.FPDFPathSegment_GetType(segment);
      if (type === bezierTo) shapes++;
      calls.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
      const floats = engine.floats();
      const nextX = floats[at]!;
      const nextY = floats[at + 1]!;
      if (type === lineTo) line(nextX, nextY);
      else if (type !== bezierTo) {
        startX = nextX;
        startY = nextY;
      }
      x = nextX;
      y = nextY;
      if (calls.FPDFPathSegment_GetClose(segment) !== 0) line(startX, startY);
    }
  };

  visit(calls.FPDFPage_CountObjects(page), (index) => objectOfPage(page, index), undefined, 0);
  // So many are a drawing.
  return { rules, pictures, dots: dots.length > maxDots ? [] : dots, shapes };
}

function moved(x0: number, y0: number, x1: number, y1: number, matrix: Matrix | undefined): Box {
  if (!matrix) return [x0, y0, x1, y1];
  const { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f } = matrix;
  const ax = x0 * a + y0 * c + e;
  const ay = x0 * b + y0 * d + f;
  const bx = x1 * a + y1 * c + e;
  const by = x1 * b + y1 * d + f;
  return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];
}

function joined(inner: Matrix, outer: Matrix | undefined): Matrix {
  if (!outer) return inner;
  const [a, b, c, d, e, f] = inner;
  const [A, B, C, D, E, F] = outer;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}
