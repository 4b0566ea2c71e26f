import type { FastifyReply } from 'fastify';
import { type Html, html } from '../../kit/html.ts';
import { startBulk } from '../bulk/operations/start-bulk.ts';
import { type Action, formOf as formOfOperation, inputOf } from './action.ts';
import { actionNamed } from './actions.ts';
import { backLink, changesInWords, formOf } from './doing.ts';
import { actionForm } from './forms.ts';
import type { ConsoleRequest, Graph, Result } from './graph.ts';
import { problemList, sendConsole, sendNotFound } from './layout.ts';
import type { List, Query } from './lists.ts';
import { machineryLists } from './machinery-lists.ts';
import { runActionOnRows } from './many.ts';
import { facts, table } from './parts.ts';
import { publishedLists } from './published-lists.ts';
import { registryLists } from './registry-lists.ts';
import { pageWithin } from './session.ts';
import { systemLists } from './system-lists.ts';

const lists: readonly List[] = [...registryLists, ...systemLists, ...publishedLists, ...machineryLists];

/** The write of the graph that starts the work; the form of the action gives its input. */
const start = formOfOperation(startBulk, {
  title: 'Work on the whole list',
  button: 'Start',
  done: 'The work has begun.',
  shows:
    'work { number total } glance { lookedAt refused refusals { subject message } price totalPrice currency refunds { count least most total credit currency } }',
});

interface Made {
  readonly work?: { readonly number: number; readonly total: number } | null;
  readonly glance?: {
    readonly lookedAt: number;
    readonly refused: number;
    readonly refusals: readonly { readonly subject: string; readonly message: string }[];
    readonly price: string;
    readonly totalPrice: string;
    readonly currency: string;
    readonly refunds: {
      readonly count: number;
      readonly least: string;
      readonly most: string;
      readonly total: string;
      readonly credit: string;
      readonly currency: string;
    } | null;
  } | null;
}

/** A submitted form over a whole list. */
interface Sent {
  readonly action: Action;
  readonly form: URLSearchParams;
  readonly back: string;
  readonly list: List;
  readonly filter: Query;
}

/** An action on the ticked rows of a list, or on everything that its filter finds. */
export async function runActionOnMany(
  graph: Graph,
  asking: ConsoleRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = formOf(asking.request);
  const whole = form.get('whole');
  if (!whole) return runActionOnRows(graph, asking, reply);
  const action = actionNamed((asking.request.params as { action: string }).action);
  const [path = '', query = ''] = whole.split('?', 2);
  const list = lists.find((one) => path === `/operator${one.path}`);
  if (!action?.names || !list?.bulk) return sendNotFound(reply, 'such action');
  const filter = Object.fromEntries(new URLSearchParams(query));
  const asked: Sent = { action, form, back: pageWithin(form.get('back')), list, filter };
  const isOpen = otherFields(asked).length > 0;
  if (isOpen && form.get('asked') !== 'yes') return askForRest(reply, asked);
  const { needs } = action;
  if (needs && !needs.oneOf.some((name) => form.getAll(name).some(Boolean)))
    return askForRest(reply, asked, [needs.otherwise]);
  const input = inputFor(asked);
  const [key, shown] = [form.get('key'), form.get('outcome')];
  let changed: readonly string[] | undefined;
  if (form.get('confirmed') === 'yes' && shown) {
    const done = await graph.act(
      asking,
      start,
      { input, ifOutcome: shown, ...(key && { idempotencyKey: key }) },
      action.fields,
    );
    const { work } = done.made as Made;
    if (work && done.problems.length === 0) return reply.redirect(`/operator/works/${work.number}`, 303);
    if (!done.changed) return askForRest(reply, asked, done.problems);
    changed = done.changed;
  }
  const tried = await graph.act(asking, start, { input, dryRun: true }, action.fields);
  return tried.problems.length > 0
    ? askForRest(reply, asked, tried.problems)
    : confirm(reply, asked, tried, changed);
}

const otherFields = ({ action: { fields, names = [] } }: Sent) =>
  fields.filter(({ name }) => !names.includes(name));

function inputFor({ action, form, list, filter }: Sent): Record<string, unknown> {
  const { where } = list.whole(filter) as { readonly where?: object | null };
  const rest = otherFields({ action, form, list, filter, back: '' });
  const given = inputOf({ ...action, fields: rest }, form);
  return {
    list: { [list.bulk ?? '']: where ?? {} },
    write: { [action.field]: rest.length === 0 ? true : given },
  };
}

const titleFor = ({ action, list }: Sent): string => `${action.button}: all in ${list.title.toLowerCase()}`;

/** The filter of the list in the words of its form. */
const chosenIn = ({ list, filter }: Sent): readonly (readonly [string, string])[] => {
  const given = list.inWords(filter);
  return given.length > 0 ? given : [['Filter', 'none: everything in the list']];
};

function askForRest(reply: FastifyReply, asked: Sent, problems: readonly string[] = []): FastifyReply {
  const { action, form, back } = asked;
  const isOpen = otherFields(asked).length > 0;
  return sendConsole(reply, {
    title: titleFor(asked),
    ...(problems.length > 0 && { status: 422 }),
    main: html`<h1>${titleFor(asked)}</h1>${problems.length > 0 && problemList('Nothing was done:', problems)}
<div class="card">${facts(chosenIn(asked))}${
      isOpen &&
      actionForm(action, {
        fixed: { ...namesOf(action), whole: form.get('whole'), asked: 'yes' },
        values: form,
        back,
        isOpen: true,
        forMany: true,
        button: 'Show what happens',
      })
    }</div>${backLink(back)}`,
  });
}

/** The fields that name a row are not asked for. */
const namesOf = ({ names = [] }: Action) => Object.fromEntries(names.map((name) => [name, [] as string[]]));

/** The confirmation page: how many rows, what would happen to the first of them, and what all of them cost. */
function confirm(
  reply: FastifyReply,
  asked: Sent,
  { made, outcome, notifies: _ }: Result,
  changed: readonly string[] | undefined,
): FastifyReply {
  const { action, form, back } = asked;
  const { work, glance } = made as Made;
  const total = work?.total ?? 0;
  const written = otherFields(asked).flatMap(({ name, label, means }) => {
    const values = form.getAll(name).filter(Boolean);
    return values.length === 0 ? [] : [[label, values.map((one) => means?.[one] ?? one).join(', ')] as const];
  });
  const values = Object.fromEntries(otherFields(asked).map(({ name }) => [name, form.getAll(name)]));
  const refunds = glance?.refunds;
  const all = `${action.button}: ${total} ${total === 1 ? 'row' : 'rows'}${refunds ? `, ${refunds.total} ${refunds.currency}` : ''}`;
  const title = `${all}?`;
  return sendConsole(reply, {
    title,
    ...(changed && { status: 409 }),
    main: html`<h1>${title}</h1>
${
  changed
    ? problemList(
        'Something has changed since this was shown to you. Nothing has been done yet:',
        changesInWords(changed),
      )
    : html`<p class="notice">The first ${glance?.lookedAt ?? 0} of ${total} were tried. Nothing has been done yet.</p>`
}
<div class="card">${facts([
      ...chosenIn(asked),
      ...written,
      ['How many', html`<strong>${total}</strong>`],
      [
        'Would be refused',
        html`<strong>${glance?.refused ?? 0}</strong> of the first ${glance?.lookedAt ?? 0}`,
      ],
      ...(refunds ? refundRows(refunds) : priceRows(glance)),
    ])}${
      (glance?.refusals.length ?? 0) > 0 &&
      table('Would be refused', glance?.refusals ?? [], [
        { head: 'About', cell: ({ subject }) => subject },
        { head: 'Why', cell: ({ message }) => message },
      ])
    }
<p>${action.grave}</p><p>This is done in the background, row by row. Refusals are reported and do not stop the other rows. You can stop the work.</p>
${actionForm(action, {
  fixed: { ...namesOf(action), ...values, whole: form.get('whole'), asked: 'yes' },
  back,
  isConfirmed: true,
  outcome,
  forMany: true,
  button: all,
})}</div>${backLink(back)}`,
  });
}

type Rows = (readonly [string, Html | string])[];

function priceRows(glance: Made['glance']): Rows {
  const { price = '0.00', totalPrice = '0.00', currency = 'EUR', lookedAt = 0 } = glance ?? {};
  return [
    ['Each costs its registrar', `${price} ${currency} at most, of the first ${lookedAt}`],
    ['All cost registrars', `${totalPrice} ${currency}, if none costs more`],
  ];
}

/**
 * The money that leaves the registry: of how many rows, what of each, and all of it; and the credit that goes with
 * it.
 */
function refundRows({
  count,
  least,
  most,
  total,
  credit,
  currency,
}: NonNullable<NonNullable<Made['glance']>['refunds']>): Rows {
  return [
    ['Rows with money to return', html`<strong>${count}</strong>`],
    ['Each returns', least === most ? `${most} ${currency}` : `${least} to ${most} ${currency}`],
    ['All return', html`<strong>${total} ${currency}</strong>`],
    ['Registrars lose of their credit', html`<strong>${credit} ${currency}</strong>`],
  ];
}
