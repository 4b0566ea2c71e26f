import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { writtenIn } from '../../../apis/graphql/written.ts';
import { randomHex } from '../../../base/secrets.ts';

/** The fields of a document's answer with what people wrote or with secrets, as paths of names without indexes. */
export interface SensitivePaths {
  /**
   * The paths of what people wrote, each with the names of the parts of a JSON value that the registry wrote.
   */
  readonly written: ReadonlyMap<string, ReadonlySet<string>>;
  readonly secret: ReadonlySet<string>;
}

/** Throws if a text does not say who wrote it. */
export function sensitivePathsOf(document: DocumentNode, schema: GraphQLSchema): SensitivePaths {
  const info = new TypeInfo(schema);
  const path: string[] = [];
  const written = new Map<string, ReadonlySet<string>>();
  const secret = new Set<string>();
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: {
        enter: ({ name, alias }) => {
          path.push((alias ?? name).value);
          const type = getNamedType(info.getType())?.name;
          if (type === 'Secret') secret.add(path.join('.'));
          if (type !== 'String' && type !== 'JSON') return;
          const owner = info.getParentType()?.name;
          // Cursors are ours.
          const { by, except = [] } =
            (owner === 'PageInfo' ? { by: 'registry' as const } : writtenIn(info.getFieldDef() ?? {})) ?? {};
          if (by === undefined)
            throw new TypeError(`${owner}.${name.value} does not say who wrote it (graphql/written.ts)`);
          if (by === 'people') written.set(path.join('.'), new Set(except));
        },
        leave: () => void path.pop(),
      },
    }),
  );
  return { written, secret };
}

interface MarkedResult {
  readonly data: unknown;
  /** The paths of what people wrote: `domains.nodes.0.registrant.name`. */
  readonly paths: readonly string[];
  /** The data as JSON, in which each text that people wrote stands between `opening` and `closing`. */
  readonly json: string;
  readonly opening: string;
  readonly closing: string;
}

/**
 * A copy of the answer without secrets, and the same for reading, with fences that nobody could guess when the texts
 * were written.
 */
export function readMarked(data: unknown, marked: SensitivePaths): MarkedResult {
  const texts: string[] = [];
  const paths: string[] = [];
  const plain = copied(data, marked, (text, path) => {
    texts.push(text);
    paths.push(path);
    return text;
  });
  const mark = markNotIn(texts);
  const opening = `<people-${mark}>`;
  const closing = `</people-${mark}>`;
  const fenced = copied(data, marked, (text) => `${opening}${text}${closing}`);
  return { data: plain, paths, json: legible(JSON.stringify(fenced)), opening, closing };
}

function copied(
  data: unknown,
  { written, secret }: SensitivePaths,
  writtenText: (text: string, path: string) => string,
): unknown {
  const copy = (value: unknown, at: readonly string[], names: string, isPart = false): unknown => {
    if (secret.has(names)) return null;
    if (Array.isArray(value))
      return value.map((one, index) => copy(one, [...at, String(index)], names, isPart));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => {
          const inner = written.get(names);
          // The parts of a JSON value are treated like the value itself.
          if (inner) return [name, !isPart && inner.has(name) ? one : copy(one, [...at, name], names, true)];
          return [name, copy(one, [...at, name], names === '' ? name : `${names}.${name}`)];
        }),
      );
    return typeof value === 'string' && written.has(names) ? writtenText(value, at.join('.')) : value;
  };
  return copy(data, [], '');
}

/** Another one for each answer. */
function markNotIn(texts: readonly string[]): string {
  for (;;) {
    const mark = randomHex(8);
    if (!texts.some((text) => text.includes(mark))) return mark;
  }
}

/** Characters that nobody sees are written out: an instruction in them would be read by the assistant alone. */
const legible = (json: string): string =>
  json.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );
