// Finds guides, rules, errors, REST operations and types by the words that people use: in the browser while they
// type, and on the server for readers without scripts. Every word of a query may be the beginning of a word, or
// another word for the same thing.

/** Something that can be found. */
export interface Entry {
  readonly kind: Kind;
  readonly title: string;
  /** The place where it stands, for people. */
  readonly place: string;
  readonly url: string;
  /** The words by which it is found besides those of its title and place, each once. */
  readonly words: string;
}
export type Kind = keyof typeof kinds;

const ofPrices = ['price', 'prices', 'cost', 'costs', 'fee', 'fees', 'quote', 'charge', 'charged'];

/** Words for the same thing, as people say it and as our texts do. */
const sameThings: readonly (readonly string[])[] = [
  ofPrices,
  ['renew', 'renewal', 'renewals', 'prolong', 'extend'],
  ['expire', 'expires', 'expiry', 'expiration', 'expiring'],
  ['delete', 'deletion', 'remove', 'cancel', 'drop', 'terminate'],
  ['register', 'registration', 'buy', 'order'],
  ['owner', 'holder', 'registrant'],
  ['transfer', 'authcode', 'authinfo', 'move'],
  ['dnssec', 'dnskey', 'dnskeys', 'ds', 'signed'],
  ['nameserver', 'nameservers', 'ns', 'dns', 'host'],
  ['login', 'password', 'credentials', 'authenticate', 'authorization', 'signin'],
  ['token', 'tokens', 'apikey'],
  ['invoice', 'invoices', 'bill', 'receipt'],
  ['pay', 'payment', 'payments', 'paid'],
  ['limit', 'limits', 'budget', 'quota', 'throttle', 'points'],
  ['export', 'download', 'csv', 'excel', 'spreadsheet', 'parquet'],
  ['whois', 'rdap'],
  ['error', 'errors', 'refusal', 'problem'],
  ['undo', 'revert', 'restore'],
  ['test', 'try', 'dryrun'],
];

/** The words that texts use where people look for a price. */
const priced = ['renews', 'registers', 'balance'];

/** The word and others for the same thing. */
export const alternativesTo = (word: string): string[] => [
  word,
  ...(ofPrices.includes(word) ? priced : []),
  ...sameThings
    .filter((words) => words.includes(word))
    .flatMap((words) => words.filter((one) => one !== word)),
];

const unspoken = new Set(
  'a an and are as at be by can do does for from how i if in is it me my of on or our the to what when where which who why with you your'.split(
    ' ',
  ),
);

/** `renewQuote` is also `renew` and `quote`. */
export const wordsIn = (text: string): string[] =>
  [text, text.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')].flatMap(
    (one) => one.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [],
  );

/** Returns the words of a query without small words; a query of small words only is taken as it is. */
export function wordsOfQuery(query: string): string[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, 8);
  const telling = words.filter((word) => !unspoken.has(word));
  return telling.length > 0 ? telling : words;
}

/** The weight and the room of each kind: texts for people come before those for programs. */
const kinds = {
  Guide: { factor: 1.2, most: 4 },
  Rule: { factor: 1, most: 3 },
  Error: { factor: 1, most: 3 },
  REST: { factor: 1, most: 4 },
  Schema: { factor: 0.6, most: 4 },
};

/** The finder is made once and asked often. */
export function finder(entries: readonly Entry[]): (query: string, most?: number) => Entry[] {
  /** The entries that have each word, by index, with how much it says about them. */
  const places = new Map<string, Map<number, number>>();
  const put = (word: string, index: number, weight: number): void => {
    const there = places.get(word) ?? new Map<number, number>();
    there.set(index, Math.max(weight, there.get(index) ?? 0));
    places.set(word, there);
  };
  for (const [index, { title, place, words }] of entries.entries()) {
    for (const word of wordsIn(title)) put(word, index, 10);
    for (const word of wordsIn(place)) put(word, index, 4);
    for (const word of words.split(' ')) if (word) put(word, index, 3);
  }
  const sorted = [...places.keys()].sort();

  function startingWith(start: string): string[] {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? '') < start) low = middle + 1;
      else high = middle;
    }
    const found: string[] = [];
    for (let word = sorted[low]; word?.startsWith(start); word = sorted[low]) {
      found.push(word);
      low += 1;
    }
    return found;
  }

  /** How well each entry fits one word. */
  function fitting(word: string): ReadonlyMap<number, number> {
    const scores = new Map<number, number>();
    const take = (token: string, factor: number): void => {
      for (const [index, weight] of places.get(token) ?? [])
        scores.set(index, Math.max(weight * factor, scores.get(index) ?? 0));
    };
    for (const token of startingWith(word)) take(token, token === word || token === `${word}s` ? 1 : 0.6);
    for (const other of alternativesTo(word).slice(1)) take(other, 0.5);
    return scores;
  }

  return (query, most = 16) => {
    const each = wordsOfQuery(query).map(fitting);
    const sums = new Map<number, { readonly hits: number; readonly sum: number }>();
    for (const scores of each)
      for (const [index, score] of scores) {
        const { hits = 0, sum = 0 } = sums.get(index) ?? {};
        sums.set(index, { hits: hits + 1, sum: sum + score });
      }
    const best = Math.max(0, ...[...sums.values()].map(({ hits }) => hits));
    const rank = ({ kind, title }: Entry, sum: number): number =>
      sum * kinds[kind].factor - Math.min(2, wordsIn(title).length / 8);
    const counts = new Map<Kind, number>();
    return [...sums]
      .filter(([, { hits }]) => hits === best && 2 * hits > each.length)
      .flatMap(([index, { sum }]) => {
        const entry = entries[index];
        return entry ? [{ index, entry, rank: rank(entry, sum) }] : [];
      })
      .sort((one, other) => other.rank - one.rank || one.index - other.index)
      .map(({ entry }) => entry)
      .filter(({ kind }) => {
        const count = (counts.get(kind) ?? 0) + 1;
        counts.set(kind, count);
        return count <= kinds[kind].most;
      })
      .slice(0, most);
  };
}
