import type { FastifyReply, FastifyRequest } from 'fastify';
import { inWords } from '../../../base/text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type Action, inputOf } from './action.ts';
import { actionNamed } from './actions.ts';
import { actionForm } from './forms.ts';
import type { ConsoleRequest, Graph, Result } from './graph.ts';
import { type ConsolePage, problemList, sendConsole, sendNotFound } from './layout.ts';
import { facts, section, table, when } from './parts.ts';
import { pageWithin } from './session.ts';

/** The values of any form. */
export const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

/**
 * Runs the action of a form. If it cannot be undone, a dry run is shown first; the confirmed action then does exactly
 * what was shown, or nothing.
 */
export async function runAction(
  graph: Graph,
  asking: ConsoleRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { request } = asking;
  const action = actionNamed((request.params as { action: string }).action);
  if (!action) return sendNotFound(reply, 'such action');
  const form = formOf(request);
  const asked = { action, form, back: pageWithin(form.get('back')) };
  const input = inputOf(action, form);
  const { needs } = action;
  if (needs && !needs.oneOf.some((name) => name in input))
    return sendConsole(reply, notDone(asked, [needs.otherwise]));
  const [key, shown] = [form.get('key'), form.get('outcome')];
  let changed: readonly string[] | undefined;
  if (!action.grave || (form.get('confirmed') === 'yes' && shown)) {
    const done = await graph.act(asking, action, {
      input,
      ...(key && { idempotencyKey: key }),
      ...(shown && { ifOutcome: shown }),
    });
    if (!done.changed) return answerDone(reply, asked, done);
    changed = done.changed;
  }
  const tried = await graph.act(asking, action, { input, dryRun: true });
  return sendConsole(
    reply,
    tried.problems.length > 0 ? notDone(asked, tried.problems) : confirmation(asked, tried, changed),
  );
}

/** A submitted form. */
interface SentForm {
  readonly action: Action;
  readonly form: URLSearchParams;
  readonly back: string;
}

export const backLink = (back: string): Html => html`<p><a href="${back}">Go back</a></p>`;

function answerDone(
  reply: FastifyReply,
  asked: SentForm,
  { problems, made }: Result,
): FastifyReply | Promise<FastifyReply> {
  const { action, back } = asked;
  if (problems.length > 0) return sendConsole(reply, notDone(asked, problems));
  const { leadsTo } = action;
  const [there] = leadsTo ? valuesAt(made, leadsTo.field.split('.')) : [];
  if (leadsTo && there !== undefined) return reply.redirect(`${leadsTo.page}/${there}`, 303);
  if (action.shows === undefined)
    return reply.redirect(`${back}${back.includes('?') ? '&' : '?'}done=${action.field}`, 303);
  return sendConsole(reply, {
    title: action.title,
    main: html`<h1>${action.title}</h1><p class="notice good" role="status">${action.done}</p>
${section('made', 'Result', html`${Object.entries(made).map(([name, one]) => shown(typeof one === 'string' ? { [name]: one } : one))}`)}${backLink(back)}`,
  });
}

const notDone = ({ action, form, back }: SentForm, problems: readonly string[]): ConsolePage => ({
  title: 'Not done',
  status: 422,
  main: html`<h1>Not done</h1>${problemList('The registry says:', problems)}
<div class="card">${actionForm(action, { values: form, back, isOpen: true })}</div>${backLink(back)}`,
});

/** The confirmation page: the request, its effects, and what has changed since it was last shown. */
function confirmation(
  { action, form, back }: SentForm,
  tried: Result,
  changed: readonly string[] | undefined,
): ConsolePage {
  const fixed = Object.fromEntries(action.fields.map(({ name }) => [name, form.getAll(name)]));
  const written = action.fields.flatMap(({ name, label, means }) => {
    const values = form.getAll(name).filter((value) => value !== '');
    return values.length === 0 ? [] : [[label, values.map((one) => means?.[one] ?? one).join(', ')] as const];
  });
  const { outcome } = tried;
  return {
    title: `${action.title}?`,
    ...(changed && { status: 409 }),
    main: html`<h1>${action.title}?</h1>
${
  changed
    ? problemList(
        'Something has changed since this was shown to you. Nothing has been done yet:',
        changesInWords(changed),
      )
    : html`<p class="notice">The dry run succeeded. Nothing has been done yet.</p>`
}
<div class="card">${facts([...written, ...dryRunRows(action, tried)])}<p>${action.grave}</p>${actionForm(action, { fixed, back, isConfirmed: true, outcome })}</div>${backLink(back)}`,
  };
}

/** The results of a dry run, with the form's labels, and who will be notified. */
export function dryRunRows(
  { foresees = {}, leadsTo }: Action,
  { made, notifies }: Result,
): (readonly [string, Html | string])[] {
  const values = Object.entries(foresees).flatMap(([path, label]) => {
    const found = valuesAt(made, path.split('.'));
    return found.length === 0
      ? []
      : [[label, html`<strong>${[...new Set(found)].join(', ')}</strong>`] as const];
  });
  // Work in the background notifies later.
  if (leadsTo) return values;
  return [...values, ['Who is notified', notifies?.summary ?? 'not known in advance']];
}

/** The values at a path; a list on the way yields a value for each item. */
function valuesAt(value: unknown, path: readonly string[]): readonly string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  const [field, ...rest] = path;
  return field === undefined
    ? [dayOf(String(value))]
    : valuesAt((value as Readonly<Record<string, unknown>>)[field], rest);
}

/** The date of a timestamp: a confirmation shows dates only. */
const dayOf = (text: string): string => (/^\d{4}-\d\d-\d\dT/.test(text) ? text.slice(0, 10) : text);

const changes: Readonly<Record<string, string>> = {
  price: 'The price has changed.',
  messages: 'The recipients of poll messages have changed.',
  mails: 'The recipients of mails have changed.',
  statuses: 'The statuses have changed.',
  expiresAt: 'The expiry date has changed.',
  input: 'The form was changed.',
  operation: 'The form was changed.',
  outcome: 'The dry run is more than a day old, or was not made by an operator.',
};

/** Says in words what has changed since the dry run. */
export const changesInWords = (changed: readonly string[]): readonly string[] => [
  ...new Set(changed.map(changeInWords)),
];

const changeInWords = (name: string): string =>
  Object.hasOwn(changes, name) ? (changes[name] ?? '') : `This is different now: ${inWords(name)}.`;

/** The result of an action: an object, or a list of objects, with texts as values. */
function shown(made: unknown): Html {
  if (Array.isArray(made)) {
    const [first] = made as readonly Readonly<Record<string, unknown>>[];
    const columns = Object.keys(first ?? {}).map((name) => ({
      head: inWords(name),
      cell: (row: Readonly<Record<string, unknown>>) => shownText(row[name]),
    }));
    return table('Result', made, columns, 'Nothing was due.');
  }
  return facts(Object.entries(made ?? {}).map(([name, value]) => [inWords(name), shownText(value)]));
}

const shownText = (value: unknown): Html | string | null =>
  value === null || value === undefined
    ? null
    : /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.test(String(value))
      ? when(String(value))
      : html`<code>${String(value)}</code>`;
