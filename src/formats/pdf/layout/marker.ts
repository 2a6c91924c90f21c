/** The bullets and numbers that begin an item of a list. */
export function markerOf(text: string): string | undefined {
  return marker.exec(text)?.[1];
}

/** Whether a text is nothing but a marker, or the number of a section, of what follows it. In a table such a number is a value among others. */
export function isMarkerOf(text: string, next: string, isFirst: boolean): boolean {
  return wholeMarker.test(text) || (isFirst && sectionNumber.test(text) && /\p{L}/u.test(next));
}

/** The same of right-to-left text, which stands to the left of its marker. */
export function isMarkerRightOf(text: string, before: string): boolean {
  return /^[\u0590-\u08ff]/.test(before) && (wholeMarker.test(text) || /^[.)]\d{1,3}$/.test(text));
}

export const isBullet = (sign: string): boolean => sign !== '' && bullets.includes(sign);

const bullets = '•◦▪▫●○■□‣⁃∙✓✔➢➤►▶❖❑';
const marks = String.raw`[·–—*-]|[(（]?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)）、]|[A-Z]\)`;
// An item may begin with the bullet of its own first item; a number before right-to-left text has its point on the other side.
const marker = new RegExp(
  `^((?:[${bullets}]\\s+)*(?:[${bullets}](?=\\s*\\S)|(?:${marks})(?=\\s+\\S)|[.)]\\d{1,3}(?=\\s*[\\u0590-\\u08ff])))`,
  'u',
);
const wholeMarker = new RegExp(`^(?:[${bullets}]|${marks}|[IVX]{1,5}[.)])$`, 'u');
const sectionNumber = /^(?:\d{1,2}|[A-Z])(?:\.\d{1,3})+\.?$/;
