import { readRelationships, targetOf } from '../ooxml/relationships.ts';
import type { Package } from '../package/index.ts';
import type { Xml } from '../xml/index.ts';
import { readBox, readPlaceholder, type Placeholder } from './frame.ts';
import type { Box } from '../drawing/shape.ts';

/** What the placeholders of a slide have from its layout and master. */
export interface Layout {
  box(placeholder: Placeholder): Box | undefined;
  /** Whether paragraphs of that level have a bullet there. */
  hasBullet(placeholder: Placeholder, level: number): boolean;
}

export interface Layouts {
  /** Of the slide in that part. */
  of(part: string | undefined): Layout;
}

interface Slot extends Placeholder {
  box: Box | undefined;
  /** By level: what the list style says. */
  readonly bullets: Map<number, boolean>;
}

const maxSlots = 1000;

export function openLayouts(parts: Package): Layouts {
  const known = new Map<string, Layout>();
  const load = (part: string | undefined): Layout => {
    const slots = part !== undefined && parts.has(part) ? readSlots(parts.xml(part)) : [];
    const master = part === undefined ? undefined : targetOf(readRelationships(parts, part), 'slideMaster');
    const below = master === undefined ? [] : parts.has(master) ? readSlots(parts.xml(master)) : [];
    return layoutOf(slots, below);
  };
  return {
    of(part = '') {
      let found = known.get(part);
      if (!found) known.set(part, (found = load(part)));
      return found;
    },
  };
}

function layoutOf(slots: readonly Slot[], master: readonly Slot[]): Layout {
  const inLayout = ({ type, index }: Placeholder) =>
    slots.find((slot) => slot.index === index && index !== '0') ?? slots.find((slot) => slot.type === type);
  // A master has one slot for all that a layout can make of it.
  const kindOf = (type: string) =>
    type === 'ctrTitle' || type === 'title' ? 'title' : /^(?:dt|ftr|sldNum)$/.test(type) ? type : 'body';
  const inMaster = ({ type }: Placeholder) => master.find((slot) => kindOf(slot.type) === kindOf(type));
  return {
    box: (placeholder) => inLayout(placeholder)?.box ?? inMaster(placeholder)?.box,
    hasBullet(placeholder, level) {
      const { type } = placeholder;
      const own = inLayout(placeholder)?.bullets.get(level) ?? inMaster(placeholder)?.bullets.get(level);
      return own ?? (type === 'body' || type === 'obj');
    },
  };
}

/** The placeholders of a layout or master, and what its text styles say of bullets. */
function readSlots(xml: Xml): Slot[] {
  const slots: Slot[] = [];
  let slot: Slot | undefined;
  let style: Map<number, boolean> | undefined;
  const bodyStyle = new Map<number, boolean>();
  let level = 0;
  for (let event = xml.next(); event !== 'end' && slots.length < maxSlots; event = xml.next()) {
    if (event === 'close' && (xml.name === 'p:sp' || xml.name === 'p:bodyStyle' || xml.name === 'a:lstStyle')) {
      if (xml.name === 'p:sp') slot = undefined;
      style = undefined;
    }
    if (event !== 'open') continue;
    switch (xml.name) {
      case 'p:ph':
        slot = { ...readPlaceholder(xml), box: undefined, bullets: new Map() };
        slots.push(slot);
        break;
      case 'a:xfrm':
        if (slot) slot.box = readBox(xml);
        break;
      case 'a:lstStyle':
        style = slot?.bullets;
        break;
      case 'p:bodyStyle':
        style = bodyStyle;
        break;
      case 'a:buNone':
        style?.set(level, false);
        break;
      case 'a:buChar':
      case 'a:buBlip':
      case 'a:buAutoNum':
        style?.set(level, true);
        break;
      default: {
        const found = /^a:lvl([1-9])pPr$/.exec(xml.name)?.[1];
        if (found !== undefined) level = Number(found) - 1;
      }
    }
  }
  for (const each of slots)
    if (each.type === 'body' || each.type === 'obj')
      for (const [at, has] of bodyStyle) if (!each.bullets.has(at)) each.bullets.set(at, has);
  return slots;
}
