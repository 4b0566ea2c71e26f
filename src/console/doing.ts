import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Html, html } from '../web/html.ts';
import { type Action, inputOf } from './action.ts';
import { actionNamed } from './actions.ts';
import { actionForm } from './forms.ts';
import type { Asking, Graph, Outcome } from './graph.ts';
import { type ConsolePage, notThere, problemList, sendConsole } from './layout.ts';
import { facts, inWords, section, table, when } from './parts.ts';
import { pageWithin } from './session.ts';

/** The values of any form. */
export const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

/** Does what a form asks for, or tries it first where it cannot be taken back. */
export async function carryOut(graph: Graph, asking: Asking, reply: FastifyReply): Promise<FastifyReply> {
  const { request } = asking;
  const action = actionNamed((request.params as { action: string }).action);
  if (!action) return notThere(reply, 'such action');
  const form = formOf(request);
  const back = pageWithin(form.get('back'));
  const isTried = action.grave === true && form.get('confirmed') !== 'yes';
  const key = form.get('key');
  const given = isTried ? { dryRun: true } : key ? { idempotencyKey: key } : {};
  const outcome = await graph.act(asking, action, { input: inputOf(action, form), ...given });
  if (outcome.problems.length === 0 && !isTried && action.shows === undefined)
    return reply.redirect(`${back}${back.includes('?') ? '&' : '?'}done=${action.field}`, 303);
  return sendConsole(reply, outcomePage(action, form, back, outcome, isTried));
}

/** A page to read before going on: the problems, the effects of the action, or its result. */
function outcomePage(
  action: Action,
  form: URLSearchParams,
  back: string,
  { problems, made }: Outcome,
  isTried: boolean,
): ConsolePage {
  const way = html`<p><a href="${back}">Go back</a></p>`;
  if (problems.length > 0)
    return {
      title: 'Not done',
      status: 422,
      main: html`<h1>Not done</h1>${problemList('The registry says:', problems)}
<div class="card">${actionForm(action, { values: form, back, isOpen: true })}</div>${way}`,
    };
  if (isTried) {
    const fixed = Object.fromEntries(action.fields.map(({ name }) => [name, form.getAll(name)]));
    const written = action.fields.map(({ name, label }) => [label, form.getAll(name).join(', ')] as const);
    const foreseen = Object.entries(action.foresees ?? {}).map(
      ([name, label]) => [label, html`<strong>${String(made[name] ?? '–')}</strong>`] as const,
    );
    return {
      title: `${action.title}?`,
      main: html`<h1>${action.title}?</h1>
<p class="notice">It was tried, and would work. Nothing has been done yet.</p>
<div class="card">${facts([...written, ...foreseen])}${actionForm(action, { fixed, back, isConfirmed: true })}</div>${way}`,
    };
  }
  return {
    title: action.title,
    main: html`<h1>${action.title}</h1><p class="notice good" role="status">${action.done}</p>
${section('made', 'What came of it', html`${Object.values(made).map(shown)}`)}${way}`,
  };
}

/** The result of an action: an object or rows of objects, of texts. */
function shown(made: unknown): Html {
  if (Array.isArray(made)) {
    const [first] = made as readonly Readonly<Record<string, unknown>>[];
    const columns = Object.keys(first ?? {}).map((name) => ({
      head: inWords(name),
      cell: (row: Readonly<Record<string, unknown>>) => shownText(row[name]),
    }));
    return table('What came of it', made, columns, 'Nothing was due.');
  }
  return facts(Object.entries(made ?? {}).map(([name, value]) => [inWords(name), shownText(value)]));
}

const shownText = (value: unknown): Html | string | null =>
  value === null || value === undefined
    ? null
    : /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.test(String(value))
      ? when(String(value))
      : html`<code>${String(value)}</code>`;
