import type { GraphQLSchema } from 'graphql';
import { schemaOf } from '../../../apis/graphql/caller-schemas.ts';
import type { Config } from '../../../base/config.ts';
import { type Html, html } from '../../kit/html.ts';
import { skeleton } from '../../kit/skeleton.ts';
import { documentOf } from './browser/document.ts';
import { fitting, questionIn } from './browser/question.ts';
import { catalogOf } from './catalog.ts';
import { cards } from './examples.ts';
import { drawing } from './parts.ts';

const [first, ...others] = cards.filter(({ as }) => as === 'alpha').slice(0, 4);

/** Beside the first words of the landing page: questions of /ask, of which the sandbox answers the first at once. */
export function askedFirst({ isTrial, hasExamples: isDrawn }: Config): Html {
  const addressOf = (steps: string): string => `/ask#${steps}${isTrial ? '&as=alpha' : ''}`;
  return html`<section class="card asked" aria-labelledby="asked-title">
<h2 class="unseen" id="asked-title">Questions that are answered here</h2>
${
  first &&
  html`<p class="first"><a href="${addressOf(first.steps)}">${!isDrawn && drawing(first.picture)}<span>${first.text}</span></a></p>
${isDrawn && html`<div class="picture">${skeleton(6)}</div>`}`
}
<ul>${others.map(({ text, steps, picture }) => html`<li><a href="${addressOf(steps)}">${drawing(picture)}<span>${text}</span></a></li>`)}</ul>
<p class="small"><a href="/ask">All questions, and your own in four steps</a></p>
</section>`;
}

/** The first question as its document and its words, for the script that draws it. */
export function firstQuestion(schema: GraphQLSchema, today: string) {
  const asked = questionIn(first?.steps ?? '');
  const list = catalogOf(schemaOf(schema, 'registrar')).find(({ name }) => name === asked?.data);
  if (!asked || !list) throw new Error('The first card asks for no list');
  const named = [
    ...list.keys.map(({ column, title }) => [column, title]),
    ...list.numbers.map(({ name, title }) => [name, title]),
  ];
  return {
    query: documentOf(fitting(asked, list), list, today),
    title: first?.text,
    words: Object.fromEntries(named),
  };
}

export const askedStyle = `
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.asked { margin: 0; padding: 1.35rem 1.5rem 1.1rem; min-width: 0; } .asked .first { margin: 0 0 .75rem; font-size: 1.1rem; font-weight: 600; line-height: 1.35; text-wrap: balance; }
.asked a { color: var(--ink); text-decoration: none; } .asked a:hover { color: var(--accent); text-decoration: underline; } .asked .small a { color: var(--accent); text-decoration: underline; }
.asked .picture { min-height: 16.5rem; } .asked .picture svg { display: block; max-width: 100%; height: auto; }
.asked ul { list-style: none; margin: .75rem 0; padding: 0; border-top: 1px solid var(--line); } .asked li { border-bottom: 1px solid var(--line); }
.asked li a, .asked .first a:has(svg) { display: flex; align-items: center; gap: .9rem; padding: .5rem 0; font-size: .98rem; line-height: 1.35; } .asked :is(li, .first) a > svg { flex: none; width: 2.4rem; height: 1.6rem; color: var(--accent); }
`;
