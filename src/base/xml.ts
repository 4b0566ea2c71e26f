import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** Characters that XML 1.0 cannot hold, not even escaped. */
const unspeakable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A text as xmlbuilder2 takes it: it leaves `&name;` as it is, and escapes every other sign. */
export const xmlText = (text: string): string => text.replace(unspeakable, '').replaceAll('&', '&amp;');

export type XmlNode = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  removeNSPrefix: true,
  // Our documents and our partners' declare no entities.
  processEntities: { enabled: true, maxTotalExpansions: 100_000 },
});

/** Attributes are `@name`, texts are strings, prefixes are removed; undefined: not XML. */
export function parseXml(text: string): XmlNode | undefined {
  if (XMLValidator.validate(text) !== true || /<!DOCTYPE/i.test(text)) return undefined;
  try {
    return parser.parse(text) as XmlNode;
  } catch {
    return undefined;
  }
}

const undeclared = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\dA-Fa-f]+);)/;

/** Tells whether any reader of XML takes it: `parseXml` reads names of characters that nobody has declared. */
export const isXml = (text: string): boolean =>
  XMLValidator.validate(text) === true && !undeclared.test(text) && text.search(unspeakable) < 0;

/** The element of that name, if it is one with content or attributes. */
export function child(node: unknown, name: string): XmlNode | undefined {
  const value = isNode(node) ? node[name] : undefined;
  return isNode(value) ? value : undefined;
}

/** All elements of that name. */
export function children(node: unknown, name: string): XmlNode[] {
  const value = isNode(node) ? node[name] : undefined;
  return (Array.isArray(value) ? value : [value]).filter(isNode);
}

/** The text of an element or, with `@name`, of an attribute. */
export function textOf(node: unknown, name: string): string | undefined {
  const value = isNode(node) ? node[name] : undefined;
  if (typeof value === 'string') return value;
  const inner = isNode(value) ? value['#text'] : undefined;
  return typeof inner === 'string' ? inner : undefined;
}

const isNode = (value: unknown): value is XmlNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
