import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { type Entry, wordsIn } from '../kit/browser/finding.ts';
import type { GuidePage } from './guide-pages.ts';
import { sectionsOf } from './guide-search.ts';

/** The part of an OpenAPI document that is read. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

/** Everything that people look for. Each word of a text is kept once: enough to find it, a quarter of the text. */
export const searchEntries = (
  pages: readonly GuidePage[],
  openapi: string,
  schema: GraphQLSchema,
): readonly Entry[] => [
  ...pages.flatMap(guideEntries),
  ...operationEntries(JSON.parse(openapi) as Document),
  ...schemaEntries(schema),
];

function guideEntries(page: GuidePage): readonly Entry[] {
  const isError = page.url === '/guides/errors';
  const kind = page.url.startsWith('/guides/rules') ? 'Rule' : isError ? 'Error' : 'Guide';
  return sectionsOf(page).map(({ url, title, text }) => ({
    kind: isError && !/^[A-Z_]+$/.test(title) ? 'Guide' : kind,
    title,
    place: title === page.title ? '' : page.title,
    url,
    words: once(text, title, page.title),
  }));
}

interface Described {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly requestBody?: unknown;
  readonly responses?: unknown;
  readonly 'x-graphql'?: string;
}

/** Found by what they say, and by the names of what they take and return. */
const operationEntries = ({ paths }: Document): readonly Entry[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags = [] }]) => tags.length > 0)
      .map(([method, operation]): Entry => {
        const { summary = path, description = '', operationId = '', tags = [] } = operation;
        const place = `${method.toUpperCase()} ${path}`;
        const names = namesIn([operation.requestBody, operation.responses]);
        return {
          kind: 'REST',
          title: summary.replace(/\.$/, ''),
          place,
          url: `/docs#/${encodeURIComponent(tags[0] ?? '')}/${operationId}`,
          words: once([description, operation['x-graphql'] ?? '', ...names].join(' '), summary, place),
        };
      }),
  );

/** The names of all properties below. */
function namesIn(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === 'example' || name === 'examples'
      ? []
      : [
          ...(name === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : []),
          ...namesIn(value),
        ],
  );
}

const roots: ReadonlySet<string> = new Set(['Query', 'Mutation', 'Subscription']);

/** Each type, by its fields too, and each thing that can be asked or done. */
const schemaEntries = (schema: GraphQLSchema): readonly Entry[] =>
  Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type): readonly Entry[] => {
      const url = `/schema/${type.name}`;
      if (isObjectType(type) && roots.has(type.name))
        return Object.values(type.getFields()).map(({ name, description, args }) => ({
          kind: 'Schema',
          title: name,
          place: type.name,
          url: `${url}#${name}`,
          words: once([description ?? '', ...args.map((one) => one.name)].join(' '), name),
        }));
      const members = isEnumType(type)
        ? type.getValues().map(({ name }) => name.replaceAll('_', ' '))
        : isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
          ? Object.keys(type.getFields())
          : [];
      return [
        {
          kind: 'Schema',
          title: type.name,
          place: '',
          url,
          words: once([firstSentence(type.description), ...members].join(' '), type.name),
        },
      ];
    });

const firstSentence = (text: string | null | undefined): string => /^[^.]*/.exec(text ?? '')?.[0] ?? '';

/** The words of a text, each once, without those that are said elsewhere and without short ones. */
function once(text: string, ...elsewhere: readonly string[]): string {
  const said = new Set(elsewhere.flatMap(wordsIn));
  const words = new Set(
    wordsIn(text).filter((word) => word.length > 2 && word.length < 25 && !said.has(word)),
  );
  for (const word of tooCommon) words.delete(word);
  return [...words].join(' ');
}

const tooCommon = [
  ...[
    'the',
    'and',
    'for',
    'not',
    'that',
    'with',
    'its',
    'are',
    'can',
    'from',
    'has',
    'have',
    'was',
    'were',
    'who',
    'which',
    'what',
  ],
  ...[
    'this',
    'they',
    'their',
    'them',
    'than',
    'then',
    'when',
    'where',
    'there',
    'been',
    'but',
    'all',
    'one',
    'each',
    'any',
    'also',
  ],
  ...[
    'more',
    'only',
    'other',
    'others',
    'would',
    'will',
    'may',
    'must',
    'does',
    'same',
    'into',
    'after',
    'before',
    'http',
    'alpha',
  ],
];
