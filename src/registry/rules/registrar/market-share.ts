/** One registrar's share of all domains, at one time or at two (docs/rules/registrar.md#statistics). */
export interface MarketPart {
  readonly registrarId: number;
  readonly name: string;
  readonly domains: number;
  /** Percent with one decimal; all of them add up to 100.0. */
  readonly share: number;
  readonly domainsBefore: number;
  readonly shareBefore: number;
}

interface Counted {
  readonly registrar_id: number;
  readonly name: string;
  readonly count: number;
}

/** All registrars with domains at either time, the largest now first. */
export function marketParts(now: readonly Counted[], before: readonly Counted[]): MarketPart[] {
  const nameOf = new Map([...before, ...now].map((one) => [one.registrar_id, one.name]));
  const countIn = (list: readonly Counted[], id: number): number =>
    list.find((one) => one.registrar_id === id)?.count ?? 0;
  const parts = Array.from(nameOf, ([registrarId, name]) => ({
    registrarId,
    name,
    domains: countIn(now, registrarId),
    domainsBefore: countIn(before, registrarId),
  })).sort((one, other) => other.domains - one.domains || (one.name < other.name ? -1 : 1));
  const shares = sharesOf(parts.map(({ domains }) => domains));
  const sharesBefore = sharesOf(parts.map(({ domainsBefore }) => domainsBefore));
  return parts.map((part, index) => ({
    ...part,
    share: shares[index] ?? 0,
    shareBefore: sharesBefore[index] ?? 0,
  }));
}

const thousand = 1000;

/**
 * Returns percentages by largest remainder: each gets its whole tenths, and the largest remainders one tenth more.
 */
export function sharesOf(counts: readonly number[]): number[] {
  const sum = counts.reduce((total, count) => total + count, 0);
  if (sum === 0) return counts.map(() => 0);
  const tenths = counts.map((count) => Math.floor((count * thousand) / sum));
  const remaining = thousand - tenths.reduce((total, share) => total + share, 0);
  const luckiest = counts
    .map((count, index) => ({ index, lost: (count * thousand) % sum }))
    .sort((one, other) => other.lost - one.lost || one.index - other.index)
    .slice(0, remaining);
  for (const { index } of luckiest) tenths[index] = (tenths[index] ?? 0) + 1;
  return tenths.map((share) => share / 10);
}
