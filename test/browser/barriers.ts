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
  run(options: object): Promise<{ readonly violations: Found[]; readonly incomplete: Found[] }>;
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

/** What a contrast follows from. What lies over what is no part of it: axe leaves that undecided. */
const paints = [
  ...['color', 'background-color', 'background-image', 'opacity', 'filter', 'mix-blend-mode', 'position'],
  ...['font-weight', 'text-shadow', '-webkit-text-fill-color'],
];
/** Kinds of text with enough contrast, on any page: axe takes long to find it out, and most pages are painted alike. */
const legibleKinds = new Set<number>();

/** What keeps people from reading or using a page, by the rules of WCAG 2.2 AA. */
export async function barriers(page: Page, of: keyof typeof rules = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const { violations, legible } = await page.evaluate(lookForBarriers, {
    runOnly: rules[of],
    paints,
    known: [...legibleKinds],
  });
  for (const kind of legible) legibleKinds.add(kind);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  );
}

interface Asked {
  readonly runOnly: object;
  readonly paints: readonly string[];
  readonly known: readonly number[];
}

/** In the page, which has nothing of ours but what is in here. */
async function lookForBarriers({ runOnly, paints, known }: Asked) {
  const { axe: loaded } = globalThis as unknown as { axe: Axe };
  // What fades from light to dark has no colour of its own meanwhile.
  await new Promise(requestAnimationFrame);
  const fading = document.getAnimations().filter((one) => one instanceof CSSTransition);
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

  const legible = new Set(known);
  const looked = new Set<Element>();
  const rule = loaded._audit.rules.find(({ id }) => id === 'color-contrast');
  if (!rule) throw new Error('axe has no rule for contrasts');
  const { matches } = rule;
  rule.matches = (one, ...rest) => {
    const isNew = !legible.has(kinds.get(one) ?? 0) && matches.call(rule, one, ...rest);
    if (isNew) looked.add(one);
    return isNew;
  };
  const options = { runOnly, resultTypes: ['violations', 'incomplete'], elementRef: true };
  const { violations, incomplete } = await loaded.run(options).finally(() => {
    rule.matches = matches;
  });
  for (const { id, nodes } of [...violations, ...incomplete])
    if (id === rule.id) for (const { element } of nodes) looked.delete(element);
  return {
    violations: violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
    })),
    legible: [...looked].map((one) => kinds.get(one) ?? 0),
  };
}
