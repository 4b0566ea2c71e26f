import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  type Command,
  CommandFailed,
  type CommandLine,
  fail,
  plainLines,
  table,
  text,
} from '../../../base/command.ts';
import { secretsFromFiles } from '../../../base/secret-files.ts';
import { withoutTrailing } from '../../../base/text.ts';
import type { ApplyChangeSetMutation, ApplyChangeSetMutationVariables } from '../documents.generated.ts';
import { dryRun } from './mutation.ts';

type Payload = NonNullable<ApplyChangeSetMutation['changeSetApply']>;
type Row = Payload['rows'][number];
type UserError = Payload['userErrors'][number];

const document = readFileSync(new URL('../documents/changeSetApply.graphql', import.meta.url), 'utf8');

const notConfirmed = 2;
const changedMeanwhile = 3;
const mayBeDone = 4;

type Variables = Omit<ApplyChangeSetMutationVariables, 'csv'>;

/** No answer came. */
class NoAnswer extends CommandFailed {}

/** Shows what a file does, asks for confirmation, and does exactly that. */
export const applyChanges: Command = {
  name: 'apply',
  summary: "apply a CSV file of changes to a registrar's domains, all or none",
  details:
    'It shows each row with its price and the reasons against it, asks for confirmation, and does exactly what it has shown.\n' +
    'It acts as the registrar of ZONEGRAPH_TOKEN (or the file ZONEGRAPH_TOKEN_FILE), an access token with the scope WRITE, at ZONEGRAPH_URL (default: the local server).\n' +
    'Exit codes: 0 all is done, 1 something is wrong, 2 not confirmed, 3 something has changed meanwhile,\n' +
    '4 no answer came, so it may have been done.',
  argument: 'file',
  options: {
    'dry-run': dryRun,
    yes: { description: 'do it without asking for confirmation' },
    key: {
      description: 'an idempotency key of your choice: a repetition with the same key does nothing',
      value: 'text',
    },
  },
  run: async (line) => {
    const file = text(line.given, 'file') ?? fail('Name the file: apply changes.csv');
    const csv = await readFile(file, 'utf8').catch((error: Error) =>
      fail(`${file} cannot be read: ${error.message}`),
    );
    const send = await sender(line, csv);
    const given = text(line.given, 'key');
    if (given !== undefined) {
      // The outcome cannot match, so nothing is done; but a key that was used returns its stored answer.
      const before = await send({ ifOutcome: 'none', key: given });
      if (before.userErrors.length === 0) return line.print(`Already done with this key: ${sumOf(before)}`);
    }
    const shown = await send({ dryRun: true });
    if (shown.rows.length > 0)
      line.print(`${tableOf(shown.rows)}\n\n${sumOf(shown)}${plainLines(noticesOf(shown))}`);
    if (shown.outcome === null) refuse(shown.userErrors);
    if (line.given['dry-run'] === true) return line.print('Nothing was changed: this was a dry run.');
    const isConfirmed = line.given.yes === true || (await line.confirm('Do exactly this?'));
    if (!isConfirmed) throw new CommandFailed('Nothing was changed: nobody confirmed it.', notConfirmed);
    const key = given ?? createHash('sha256').update(`${shown.outcome} ${csv}`).digest('hex');
    const done = await sendSafely(send, { ifOutcome: shown.outcome, key });
    if (done.userErrors.length > 0) refuse(done.userErrors, shown.rows);
    line.print(`Done: ${sumOf(done)}`);
  },
};

async function sender({ env, config }: CommandLine, csv: string) {
  const { values, problems } = secretsFromFiles(env, ['ZONEGRAPH_TOKEN']);
  if (problems.length > 0) fail(problems.join('\n'));
  const token =
    values.ZONEGRAPH_TOKEN ||
    env.ZONEGRAPH_TOKEN ||
    fail(
      'ZONEGRAPH_TOKEN is empty. Set it to an access token of yours with the scope WRITE; accessTokenCreate creates one (/guides/tokens)',
    );
  const url = withoutTrailing(env.ZONEGRAPH_URL || `http://127.0.0.1:${(await config()).PORT}`, '/');
  const noAnswer = (): never => {
    throw new NoAnswer(`No Zonegraph answers at ${url}`);
  };
  return async (args: Variables): Promise<Payload> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: document, variables: { csv, ...args } }),
    }).catch(noAnswer);
    const { data, errors } = (await response.json().catch(noAnswer)) as {
      data?: ApplyChangeSetMutation;
      errors?: readonly { readonly message: string }[];
    };
    if (errors) fail(errors.map(({ message }) => message).join('\n'));
    return data?.changeSetApply ?? fail(`The server at ${url} does not support files of changes`);
  };
}

/** Sent once more with the same key if the answer is lost: nothing is done twice. */
async function sendSafely(send: (args: Variables) => Promise<Payload>, args: Variables): Promise<Payload> {
  const unlessLost = (error: unknown): undefined => {
    if (!(error instanceof NoAnswer)) throw error;
  };
  const first = await send(args).catch(unlessLost);
  return (
    first ??
    send(args).catch((error: unknown) => {
      unlessLost(error);
      throw new CommandFailed(
        'No answer came, so it may have been done. Check before you try again.',
        mayBeDone,
      );
    })
  );
}

const sumOf = ({ rows, price }: Payload): string =>
  `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}, ${price ?? '0.00'} EUR`;

/** The recipients that a dry run reports. */
const noticesOf = ({ notifies }: Payload): string => (notifies ? `; notified: ${notifies.summary}` : '');

function tableOf(rows: readonly Row[]): string {
  return table([
    ['LINE', 'ACTION', 'DOMAIN', 'PRICE', 'WHAT'],
    ...rows.map((row) => [
      String(row.line),
      row.action.toLowerCase(),
      row.name,
      row.price ?? '',
      whatOf(row),
    ]),
  ]);
}

function whatOf({ userErrors, changes, pending }: Row): string {
  if (userErrors.length > 0) return `cannot be done: ${userErrors.map(reasonOf).join('; ')}`;
  const said = changes
    .map(({ field, from, to }) => `${field}: ${inWords(from)} -> ${inWords(to)}`)
    .join('; ');
  return pending ? `the registrant must confirm first; ${said}` : said || 'changes nothing';
}

const reasonOf = ({ message, explanation }: Row['userErrors'][number]): string =>
  explanation ? `${message}. ${withoutTrailing(explanation, '.')}` : message;

function inWords(value: unknown): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(inWords).join(' ');
  if (typeof value !== 'object') return String(value);
  const { hostname } = value as { readonly hostname?: string };
  return hostname ?? JSON.stringify(value);
}

/** Fails with the messages; for rows that have changed meanwhile, names the lines of the file. */
function refuse(userErrors: readonly UserError[], rows: readonly Row[] = []): never {
  const changed = userErrors.find(({ code }) => code === 'OUTCOME_CHANGED');
  const message = userErrors.map((one) => one.message).join('\n');
  if (!changed) return fail(message || 'The server shows no outcome for this file');
  const names = ((changed.details as { readonly changed?: readonly string[] } | null)?.changed ?? []).map(
    (name) => {
      const [, place] = /^results\.(\d+)$/.exec(name) ?? [];
      const row = place === undefined ? undefined : rows[Number(place)];
      return row ? `line ${row.line} (${row.name})` : name;
    },
  );
  throw new CommandFailed(
    `Nothing was changed, because the outcome would be different now: ${names.join(', ')}. Try again.`,
    changedMeanwhile,
  );
}
