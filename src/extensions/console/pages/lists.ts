import { limit } from '../../../base/limits.ts';
import { type Html, html } from '../../kit/html.ts';
import type { Questions } from './graph.ts';
import type { ConsolePage } from './layout.ts';
import { choiceBar, choiceColumn, mayAny, mostRows, type RowActions } from './many.ts';
import { type Column, section, table, toDo } from './parts.ts';

/** The query string of a URL. */
export type Query = Readonly<Record<string, string | undefined>>;

/** A filter of a list. It is part of the URL, so that it works with bookmarks, links and the back button. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  /** The possible values with their labels; any text by default. */
  readonly choices?: Readonly<Record<string, string>>;
  /** The value if nothing is chosen. */
  readonly none?: string;
  /** Turns the typed text into the value to search for. */
  readonly read?: (typed: string) => string;
}

/** The page of a list: the first one, or the one before or after a cursor. */
type PageArguments = { first: number; after?: string } | { last: number; before: string };

interface Connection<Row> {
  readonly totalCount: number;
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly nodes: readonly Row[];
}

interface ListDescription<K extends keyof Questions, Row> {
  readonly name: K;
  /** The path below /operator. */
  readonly path: string;
  readonly title: string;
  readonly about?: string;
  readonly tabs?: Tabs;
  readonly filters: readonly Filter[];
  readonly ask: (page: PageArguments, filter: Query) => Questions[K][1];
  readonly rows: (data: Questions[K][0]) => Connection<Row> | null | undefined;
  /** `back` is the URL of this page of the list, with its filter. */
  readonly columns: (back: string) => readonly Column<Row>[];
  /** Shown when the list is empty. */
  readonly none?: string;
  readonly forms?: (back: string) => Html;
  readonly many?: RowActions<NoInfer<Row>>;
}

/** Pages that are shown as tabs, with their labels. */
export type Tabs = Readonly<Record<string, string>>;

export type Ask = <K extends keyof Questions>(
  name: K,
  variables: Questions[K][1],
) => Promise<{ readonly data: Questions[K][0]; readonly problems: readonly string[] }>;

/** A list of the console: its pages, filters and CSV file. */
export interface List {
  readonly path: string;
  readonly title: string;
  readonly name: keyof Questions;
  page(ask: Ask, query: Query): Promise<ConsolePage>;
  /** The variables for the whole list. */
  whole(query: Query): object;
  /** Its name in the graph, if something can be done to everything that its filter finds. */
  readonly bulk: string | undefined;
  /** The filter in the words of its form. */
  inWords(query: Query): readonly (readonly [string, string])[];
}

const longestText = limit('characters of a filter on a page of the console', 200, 'Nobody types more.');
const asTyped = (typed: string): string => typed;

export function list<K extends keyof Questions, Row>(description: ListDescription<K, Row>): List {
  const { name, path, title, about, tabs, filters, none, many } = description;
  const here = `/operator${path}`;
  const filterOf = (query: Query): Query =>
    Object.fromEntries(filters.map((filter) => [filter.name, chosenOf(filter, query)]));
  return {
    path,
    title,
    name,
    bulk: many?.whole,
    whole: (query) => description.ask({ first: 100 }, filterOf(query)),
    inWords: (query) =>
      filters.flatMap((filter) => {
        const value = chosenOf(filter, query);
        return value ? [[filter.label, filter.choices?.[value] ?? value] as const] : [];
      }),
    page: async (ask, query) => {
      const filter = filterOf(query);
      const { data, problems } = await ask(name, description.ask(pageAsked(query), filter));
      const found = description.rows(data);
      const { after, before } = query;
      const back = addressOf(here, { ...filter, after, before });
      const isNarrow = Object.values(filter).some(Boolean);
      const rows = found?.nodes ?? [];
      const columns = [
        ...(many && mayAny(many.actions) && rows.some(many.of) ? [choiceColumn(many)] : []),
        ...description.columns(back),
      ];
      const label = `${title} (${found?.totalCount ?? 0})`;
      return {
        title,
        here: (tabs && Object.keys(tabs)[0]) ?? here,
        problems,
        main: html`<h1>${title}</h1>${tabs && tabBar(tabs, here)}
${about && html`<p class="lead">${about}</p>`}
${filters.length > 0 && filterForm(here, filters, filter)}
${section(
  'list',
  label,
  html`${
    many &&
    choiceBar(many, rows, back, {
      address: addressOf(here, filter),
      total: found?.totalCount ?? 0,
    })
  }${table(title, rows, columns, isNarrow ? 'Nothing matches.' : none)}
${found && pager(here, filter, found)}`,
)}
${description.forms && toDo(description.forms(back))}`,
      };
    },
  };
}

const chosenOf = ({ name, choices, read = asTyped }: Filter, query: Query): string | undefined => {
  const given = query[name]?.trim().slice(0, longestText);
  return given && (!choices || Object.hasOwn(choices, given)) ? read(given) : undefined;
};

function pageAsked({ after, before }: Query): PageArguments {
  if (before) return { last: mostRows, before };
  return after ? { first: mostRows, after } : { first: mostRows };
}

/** A URL with those of the parameters that have a value. */
export function addressOf(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

type Nothing = '' | false | undefined;

/** The given conditions joined by `and`; null if there are none. */
export function all<C extends readonly (object | Nothing)[]>(
  ...conditions: C
): { and: Exclude<C[number], Nothing>[] } | null {
  const given = conditions.filter((one): one is Exclude<C[number], Nothing> => Boolean(one));
  return given.length > 0 ? { and: given } : null;
}

/** The tabs as links. */
export const tabBar = (tabs: Tabs, here: string): Html =>
  html`<nav class="tabs" aria-label="Parts">${Object.entries(tabs).map(
    ([href, text]) => html`<a href="${href}"${href === here ? html` aria-current="page"` : ''}>${text}</a>`,
  )}</nav>`;

const filterForm = (path: string, filters: readonly Filter[], asked: Query): Html =>
  html`<form class="filter" action="${path}" role="search" aria-label="Narrow the list down">${filters.map(
    ({ name, label, choices, none = 'all' }) => {
      const value = asked[name] ?? '';
      return html`<p class="field"><label for="by-${name}">${label}</label>${
        choices
          ? html`<select id="by-${name}" name="${name}"><option value="">${none}</option>${Object.entries(
              choices,
            ).map(
              ([one, text]) =>
                html`<option value="${one}"${one === value ? html` selected` : ''}>${text}</option>`,
            )}</select>`
          : html`<input type="text" id="by-${name}" name="${name}" value="${value}" maxlength="${longestText}" autocomplete="off" spellcheck="false">`
      }</p>`;
    },
  )}<button class="quiet">Show</button>${Object.values(asked).some(Boolean) && html`<a href="${path}">Show all</a>`}</form>`;

function pager(path: string, filter: Query, { totalCount, pageInfo, nodes }: Connection<unknown>): Html {
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo;
  const way = (is: boolean, query: Query, text: string, rel: string) =>
    is &&
    html`<a class="button quiet compact" rel="${rel}" href="${addressOf(path, { ...filter, ...query })}">${text}</a>`;
  return html`${
    totalCount > 0 &&
    html`<div class="pager">${
      (hasPreviousPage || hasNextPage) &&
      html`<nav aria-label="Pages of the list">${way(hasPreviousPage, { before: startCursor ?? '' }, '← Previous', 'prev')}
${way(hasNextPage, { after: endCursor ?? '' }, 'Next →', 'next')}</nav>`
    }
<span class="soft small">${nodes.length === totalCount ? 'All are shown.' : `${nodes.length} of ${totalCount} are shown.`}</span>
<a class="small" href="${addressOf(`${path}.csv`, filter)}" download>Download all as CSV</a></div>`
  }`;
}
