/** The bullets and numbers that begin an item of a list; `whole` when there is nothing else. */
export function markerOf(text: string, whole = false): string | undefined {
  return (whole ? wholeMarker : marker).exec(text)?.[1];
}

const bullets = '•◦▪▫●○■□‣⁃∙✓✔➢➤►▶❖❑';
const marks = String.raw`[·–—*-]|[(（]?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)）、]|[A-Z]\)`;
// An item may begin with the bullet of its own first item; a number before right-to-left text has its point on the other side.
const marker = new RegExp(
  `^((?:[${bullets}]\\s+)*(?:[${bullets}](?=\\s*\\S)|(?:${marks})(?=\\s+\\S)|[.)]\\d{1,3}(?=\\s*[\\u0590-\\u08ff])))`,
  'u',
);
const wholeMarker = new RegExp(`^([${bullets}]|${marks}|(?:\\d{1,2}|[A-Z])(?:\\.\\d{1,3})+\\.?)$`, 'u');
