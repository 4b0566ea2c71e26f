import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Found {
  readonly id: string;
  readonly nodes: readonly {
    readonly target: readonly string[];
    readonly failureSummary?: string;
    readonly element: Element;
  }[];
}

/** What we use of it. */
interface Axe {
  run(
    within: string,
    options: object,
  ): Promise<{ readonly violations: Found[]; readonly incomplete: Found[] }>;
  readonly _audit: {
    readonly rules: readonly { readonly id: string; matches(one: Element, ...rest: unknown[]): boolean }[];
  };
}

const rules = {
  all: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  /** For a page that shows the same elements as before, in another width. */
  layout: {
    type: 'rule',
    values: ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'],
  },
  /** For a page that was looked at in light, and now is dark: nothing else differs. */
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const;

/** What a contrast follows from, and what tells a link from the text around it. What lies over what is no part of it: axe leaves that undecided. */
const paints = [
  ...['color', 'background-color', 'background-image', 'opacity', 'filter', 'mix-blend-mode', 'position'],
  ...[
    'font-weight',
    'text-shadow',
    '-webkit-text-fill-color',
    'text-decoration-line',
    'border-bottom',
    'display',
  ],
];
/** By rule: kinds of text that axe has found to be right, on any page. It takes long to find that out, and most pages are painted alike. */
const knownKinds: Record<string, Set<number>> = {
  'color-contrast': new Set(),
  'link-in-text-block': new Set(),
};

/** What keeps people from reading or using a page, or one part of it, by the rules of WCAG 2.2 AA. */
export async function barriers(
  page: Page,
  of: keyof typeof rules = 'all',
  within = 'html',
): Promise<string[]> {
  const asked = {
    runOnly: rules[of],
    within,
    paints,
    // As text: a browser is told long lists slowly.
    known: JSON.stringify(Object.entries(knownKinds).map(([id, kinds]) => [id, [...kinds]])),
    onlyNew: of === 'colours',
  };
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const { violations, right } = await page.evaluate(lookForBarriers, asked);
  for (const [id, kinds] of right) for (const kind of kinds) knownKinds[id]?.add(kind);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  );
}

const widths = [
  ['on a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 375, height: 812 }],
] as const;
/** What is shown or hidden in one width only, such as a menu, and was looked at by all rules in that width, on any page. */
const knownParts = new Set<string>();

/** What keeps people from reading or using the page that is open, on a desk and on a phone, in light and dark; of a page that was looked at before, in the part that is new. */
export async function faults(page: Page, within?: string): Promise<string[]> {
  const found: string[] = [];
  for (const [where, viewport] of widths) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: 'light' });
    const parts = (await page.evaluate(shownOtherwise)).map((part) => `${where}: ${part}`);
    // The same elements in another width have other places; their names and roles are what they were.
    const rest = where === 'on a desk' || parts.some((part) => !knownParts.has(part)) ? 'all' : 'layout';
    for (const part of parts) knownParts.add(part);
    const schemes = [['light', rest], ...(rest === 'all' ? [['dark', 'colours'] as const] : [])] as const;
    for (const [colorScheme, rules] of schemes) {
      await page.emulateMedia({ colorScheme });
      // Editors follow a moment later.
      await page
        .waitForFunction(
          (isDark) =>
            [...document.querySelectorAll('.monaco-editor')].every(
              (editor) => editor.classList.contains('vs-dark') === isDark,
            ),
          colorScheme === 'dark',
          { timeout: 10_000 },
        )
        .catch(() => {});
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      for (const barrier of await barriers(page, rules, within))
        found.push(`${where}, ${colorScheme}: ${barrier}`);
    }
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > viewport.width) found.push(`${width} wide ${where}`);
  }
  return found;
}

/** In the page: what elements are there that were not when it was last asked, or can be seen and could not, or the other way round. */
function shownOtherwise(): string[] {
  const isShown = (one: Element) => {
    const { right, bottom } = one.getBoundingClientRect();
    return one.checkVisibility({ visibilityProperty: true }) && right > 0 && bottom + scrollY > 0;
  };
  const nameOf = (one: Element) =>
    [
      one.parentElement?.tagName,
      one.tagName,
      one.getAttribute('class'),
      ...one.getAttributeNames(),
      one.textContent !== '',
    ].join(' ');
  const kept = globalThis as unknown as { shownBefore?: string[] };
  const before = kept.shownBefore ?? [];
  kept.shownBefore = [...document.querySelectorAll('body *')].map(
    (one) => `${isShown(one) ? 'shown' : 'hidden'} ${nameOf(one)}`,
  );
  return [...new Set(kept.shownBefore.filter((one, at) => one !== before[at]))];
}

interface Asked {
  readonly runOnly: object;
  readonly within: string;
  readonly paints: readonly string[];
  readonly known: string;
  /** Whether nothing is looked at where all text is of known kinds. */
  readonly onlyNew: boolean;
}

interface Answer {
  readonly violations: { id: string; nodes: { target: readonly string[]; failureSummary?: string }[] }[];
  readonly right: (readonly [rule: string, kinds: number[]])[];
}

/** In the page, which has nothing of ours but what is in here. */
async function lookForBarriers({ runOnly, within, paints, known, onlyNew }: Asked): Promise<Answer> {
  const { axe: loaded } = globalThis as unknown as { axe: Axe };
  // What fades from light to dark has no colour of its own meanwhile; what goes round and round never ends.
  await new Promise(requestAnimationFrame);
  const fading = document
    .getAnimations()
    .filter((one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime));
  await Promise.allSettled(fading.map((one) => one.finished));

  /** Elements of one kind have the same name, classes and paint, and so have all that they stand in. */
  const kinds = new Map<Element | null, number>();
  for (const one of document.querySelectorAll('*')) {
    const style = getComputedStyle(one);
    const isLarge = Number.parseFloat(style.fontSize) >= (Number(style.fontWeight) >= 700 ? 18.66 : 24);
    const text = [
      ...[kinds.get(one.parentElement), one.tagName, one.getAttribute('class'), isLarge],
      ...paints.map((property) => style.getPropertyValue(property)),
    ].join('|');
    // Two hashes of 26 bits.
    let [high, low] = [1, 2];
    for (let at = 0; at < text.length; at += 1) {
      high = (Math.imul(high, 31) + text.charCodeAt(at)) | 0;
      low = (Math.imul(low ^ text.charCodeAt(at), 0x01000193) + at) | 0;
    }
    kinds.set(one, (high >>> 6) * 2 ** 26 + (low >>> 6));
  }

  const watched = (JSON.parse(known) as [string, number[]][]).map(([id, right]) => {
    const rule = loaded._audit.rules.find((one) => one.id === id);
    if (!rule) throw new Error(`axe has no rule ${id}`);
    return { id, rule, matches: rule.matches, right: new Set(right), looked: new Set<Element>() };
  });
  const isKnown = (one: Element, rule: string) =>
    watched.some(({ id, right }) => id === rule && right.has(kinds.get(one) ?? 0));
  const lettersOf = (one: Element) => one.textContent?.replaceAll(/\s/g, '').length ?? 0;
  const hasText = (one: Element) =>
    one.matches('input:not([type=radio], [type=checkbox], [type=hidden]), select, textarea') ||
    [...one.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim());
  /** Whether its block says more than its links do. */
  const isInText = (link: Element) => {
    let block = link.parentElement;
    while (block && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
    const links = [...(block?.querySelectorAll('a, [role=link]') ?? [])];
    return block && lettersOf(block) > links.reduce((sum, one) => sum + lettersOf(one), 0);
  };
  const isSeen = (one: Element) => {
    const { width, right, bottom } = one.getBoundingClientRect();
    return (
      one.checkVisibility({ visibilityProperty: true }) && width > 1 && right > 0 && bottom + scrollY > 0
    );
  };
  const isNew = (one: Element) =>
    isSeen(one) &&
    ((hasText(one) && !isKnown(one, 'color-contrast')) ||
      (one.matches('a[href], [role=link]') && !isKnown(one, 'link-in-text-block') && isInText(one)));
  if (onlyNew && ![...document.body.querySelectorAll('*')].some(isNew)) return { violations: [], right: [] };
  for (const { rule, matches, right, looked } of watched)
    rule.matches = (one, ...rest) => {
      const isNew = !right.has(kinds.get(one) ?? 0) && matches.call(rule, one, ...rest);
      if (isNew) looked.add(one);
      return isNew;
    };
  const options = { runOnly, resultTypes: ['violations', 'incomplete'], elementRef: true };
  const { violations, incomplete } = await loaded.run(within, options).finally(() => {
    for (const { rule, matches } of watched) rule.matches = matches;
  });
  for (const { id, nodes } of [...violations, ...incomplete]) {
    const looked = watched.find((one) => one.id === id)?.looked;
    for (const { element } of nodes) looked?.delete(element);
  }
  return {
    violations: violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
    })),
    right: watched.map(({ id, looked }) => [id, [...looked].map((one) => kinds.get(one) ?? 0)]),
  };
}
