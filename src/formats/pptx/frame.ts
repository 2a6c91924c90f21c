import type { Xml } from '../xml/index.ts';
import type { Box } from '../drawing/shape.ts';

/** Which placeholder a shape fills. */
export interface Placeholder {
  /** `obj` when it does not say. */
  readonly type: string;
  readonly index: string;
}

/** The place of a shape, from right behind the `open` of its `a:xfrm` or `p:xfrm` to its end. */
export function readBox(xml: Xml): Box | undefined {
  const { depth } = xml;
  let [offset, extent]: (readonly [number, number] | undefined)[] = [];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    if (xml.name === 'a:off') offset = [Number(xml.attribute('x')), Number(xml.attribute('y'))];
    else if (xml.name === 'a:ext') extent = [Number(xml.attribute('cx')), Number(xml.attribute('cy'))];
  }
  const box = offset && extent ? ([...offset, ...extent] as const) : undefined;
  return box?.every(Number.isFinite) ? box : undefined;
}

export function readPlaceholder(xml: Xml): Placeholder {
  return { type: xml.attribute('type') ?? 'obj', index: xml.attribute('idx') ?? '0' };
}
