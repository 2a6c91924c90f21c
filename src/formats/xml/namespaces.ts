const ooxml: readonly (readonly [prefix: string, name: string])[] = [
  ['w', 'wordprocessingml'],
  ['p', 'presentationml'],
  ['', 'spreadsheetml'],
  ['a', 'drawingml'],
];

const ooxmlParts: readonly (readonly [prefix: string, name: string])[] = [
  ['r', 'officeDocument/relationships'],
  ['m', 'officeDocument/math'],
  ['wp', 'drawingml/wordprocessingDrawing'],
  ['xdr', 'drawingml/spreadsheetDrawing'],
  ['pic', 'drawingml/picture'],
  ['c', 'drawingml/chart'],
  ['dgm', 'drawingml/diagram'],
];

const odf = 'office text table style draw presentation meta manifest number svg fo chart form config script'.split(' ');
const odfNames = new Map([
  ['draw', 'drawing'],
  ['number', 'datastyle'],
  ['svg', 'svg-compatible'],
  ['fo', 'xsl-fo-compatible'],
]);

/** The prefix that a namespace mostly has, which readers know it by. Strict files (ISO 29500) have names of their own for the same things. */
export const usualPrefixes: ReadonlyMap<string, string> = new Map([
  ...ooxml.flatMap(([prefix, name]) => [
    [`http://schemas.openxmlformats.org/${name}/2006/main`, prefix] as const,
    [`http://purl.oclc.org/ooxml/${name}/main`, prefix] as const,
  ]),
  ...ooxmlParts.flatMap(([prefix, name]) => [
    [`http://schemas.openxmlformats.org/${name.replace('/', '/2006/')}`, prefix] as const,
    [`http://purl.oclc.org/ooxml/${name}`, prefix] as const,
  ]),
  ...odf.map(
    (prefix) => [`urn:oasis:names:tc:opendocument:xmlns:${odfNames.get(prefix) ?? prefix}:1.0`, prefix] as const,
  ),
  ['http://schemas.openxmlformats.org/package/2006/relationships', ''],
  ['http://schemas.openxmlformats.org/package/2006/content-types', ''],
  ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
  ['http://schemas.microsoft.com/office/word/2010/wordprocessingShape', 'wps'],
  ['http://schemas.microsoft.com/office/word/2010/wordprocessingGroup', 'wpg'],
  ['http://schemas.microsoft.com/office/word/2010/wordml', 'w14'],
  ['http://schemas.microsoft.com/office/word/2012/wordml', 'w15'],
  ['http://schemas.microsoft.com/office/drawing/2008/diagram', 'dsp'],
  ['http://schemas.microsoft.com/office/drawing/2010/main', 'a14'],
  ['http://schemas.microsoft.com/office/drawing/2014/chartex', 'cx'],
  ['http://schemas.microsoft.com/office/powerpoint/2010/main', 'p14'],
  ['urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0', 'loext'],
  ['urn:schemas-microsoft-com:vml', 'v'],
  ['urn:schemas-microsoft-com:office:office', 'o'],
  ['urn:schemas-microsoft-com:office:word', 'w10'],
  ['http://www.w3.org/1999/xlink', 'xlink'],
  ['http://www.w3.org/1998/Math/MathML', 'math'],
  ['http://www.w3.org/XML/1998/namespace', 'xml'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
]);
