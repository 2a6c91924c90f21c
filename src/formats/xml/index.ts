export { openXml, type Xml, type XmlEvent } from './scan.ts';
