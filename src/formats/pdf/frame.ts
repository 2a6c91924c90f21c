/** Coordinates turned so that text of one direction runs to the right and its lines go down. */
export interface Frame {
  /** Whole degrees, counter-clockwise on the page as it is stored. */
  readonly angle: number;
  along(x: number, y: number): number;
  down(x: number, y: number): number;
}

/** Neither across the page nor up or down: a watermark. */
export const isSlanted = ({ angle }: Frame): boolean => angle % 90 !== 0;

const frames = new Map<number, Frame>();

export function frameOf(angle: number): Frame {
  const whole = ((Math.round(angle) % 360) + 360) % 360;
  let frame = frames.get(whole);
  if (!frame) frames.set(whole, (frame = turned(whole)));
  return frame;
}

function turned(angle: number): Frame {
  // The four that occur are exact; sine and cosine of a right angle are not quite.
  if (angle === 0) return { angle, along: (x) => x, down: (_, y) => -y };
  if (angle === 90) return { angle, along: (_, y) => y, down: (x) => x };
  if (angle === 180) return { angle, along: (x) => -x, down: (_, y) => y };
  if (angle === 270) return { angle, along: (_, y) => -y, down: (x) => -x };
  const [sine, cosine] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  return { angle, along: (x, y) => x * cosine + y * sine, down: (x, y) => x * sine - y * cosine };
}
