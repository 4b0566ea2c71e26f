// Publishes the query whose answer is shown at an address of its own, and lists the published ones: to open, copy,
// edit, rename and end them (docs/rules/questions.md).
import { byId, element, first, make, messageOf, type UserError } from '../../kit/browser/dom.ts';
import type { Choice } from '../charts/chart-model.ts';
import { type ShownQuestion, shownQuestion } from './answer.ts';
import { askAs } from './caller.ts';
import { execute, nameIn, say, wordsOf } from './editors.ts';
import { openQuestion, presentCaller } from './questions.ts';
import { authorizationNow } from './session.ts';

/** How a published page shows the answer. */
interface Look {
  readonly as: string;
  readonly kind?: string | undefined;
  readonly across?: string | undefined;
  readonly value?: string | undefined;
  readonly stackedBy?: string | undefined;
}
/** The question that is published. */
interface Publishable {
  readonly document: string;
  readonly variables: object | null;
  readonly personalData: boolean;
  readonly look?: Look | null;
}
interface Question extends Publishable {
  readonly id: string;
  readonly name: string;
  readonly expiresAt: string;
  readonly reads: number;
}
interface Refusal extends UserError {
  readonly details?: { readonly personalData?: readonly string[] } | null;
}
interface Done {
  readonly url?: string;
  readonly userErrors: readonly Refusal[];
}

const publishDialog = element('publish', HTMLDialogElement);
const nameField = element('publish-name', HTMLInputElement);
const personalBox = element('publish-personal', HTMLInputElement);
const kindsOfLook: Readonly<Record<string, string>> = {
  bars: 'BARS',
  stacked: 'STACKED_BARS',
  line: 'LINE',
  area: 'AREA',
  share: 'SHARE',
};

const publishing = `mutation Publish($input: QuestionPublishInput!) {
  questionPublish(input: $input) { url userErrors { message details } }
}`;
const changing = `mutation Change($input: QuestionUpdateInput!) {
  questionUpdate(input: $input) { userErrors { message details } }
}`;
const publishedList = `{ questions(first: 100, where: { expiresAt: { gte: "PT0S" } }) {
  nodes { id name document variables look personalData expiresAt reads } } }`;
const revoking = `mutation Revoke($input: QuestionRevokeInput!) {
  questionRevoke(input: $input) { userErrors { message } }
}`;

/** The published question that is open in a tab to be edited. */
let edited: Question | undefined;

async function writeQuestion(field: string, query: string, input: object): Promise<Done> {
  const { [field]: done } = await askAs<Readonly<Record<string, Done>>>(authorizationNow(), query, { input });
  const [problem] = done?.userErrors ?? [];
  if (problem) throw new Error(inWordsOfTheForm(problem));
  return done ?? { userErrors: [] };
}

/** How the published page shows the answer: as a table or as this chart. */
function lookOf({ view, choice }: ShownQuestion): Look {
  if (view !== 'chart' || !choice) return { as: 'TABLE' };
  const { kind, across, value, by } = choice;
  return { as: 'CHART', kind: kindsOfLook[kind ?? ''], across, value, ...(by && { stackedBy: by }) };
}

/** Returns the view of a published question that is opened. */
function viewOfLook({ as, kind, ...chart }: Partial<Look>): {
  readonly view: string;
  readonly chart?: Choice;
} {
  if (as !== 'CHART') return { view: 'table' };
  const [drawnAs] = Object.entries(kindsOfLook).find(([, one]) => one === kind) ?? [];
  const { across, value, stackedBy } = chart;
  return { view: 'chart', chart: { kind: drawnAs, across, value, by: stackedBy ?? '' } };
}

/** The server's message names an argument; this one names the check box. */
const inWordsOfTheForm = ({ message, details }: Refusal): string =>
  details?.personalData
    ? `The question asks for personal data: ${details.personalData.join(', ')}. Leave it out, or tick "It may show personal data".`
    : message;

/** The query of the form, and how its page shows it. */
const questionOfForm = (): Publishable => {
  const shown = shownQuestion();
  if (!shown.request) throw new Error('There is no answer to publish.');
  const { query, variables } = shown.request.body;
  return {
    document: query,
    variables: variables ?? {},
    personalData: personalBox.checked,
    look: lookOf(shown),
  };
};

async function publish(): Promise<void> {
  const { url } = await writeQuestion('questionPublish', publishing, {
    name: nameField.value.trim(),
    ...questionOfForm(),
    // With personal data, 30 days are the maximum and the default.
    ...(!personalBox.checked && { expiresIn: element('publish-time', HTMLSelectElement).value }),
  });
  showAddress(url);
}

function showAddress(url = ''): void {
  const field = element('publish-url', HTMLInputElement);
  field.value = url;
  byId('published-now').hidden = false;
  field.select();
}

/** The edited question asks what the form asks from now on, under the same address. */
async function saveEdited(): Promise<void> {
  if (!edited) return;
  const { id } = edited;
  const name = nameField.value.trim();
  await writeQuestion('questionUpdate', changing, { id, name, ...questionOfForm() });
  say(`${name} is changed; its address stays the same.`);
  edit(undefined);
}

function edit(question: Question | undefined): void {
  edited = question;
  byId('publish-edited').hidden = !question;
  byId('publish-edited-name').textContent = question?.name ?? '';
}

/** A button that asks before it does what cannot be undone. */
export function askFirst(word: string, name: string, act: () => void): HTMLElement {
  const place = make('span', { className: 'ask-first' });
  const button = make('button', { type: 'button', ariaLabel: `${word} ${name}` }, word);
  const no = make('button', { type: 'button' }, 'Keep it');
  const yes = make(
    'button',
    { type: 'button', className: 'bad', onclick: act },
    `Yes, ${word.toLowerCase()}`,
  );
  yes.ariaLabel = `Yes, ${word.toLowerCase()} ${name}`;
  button.addEventListener('click', () => {
    place.replaceChildren(
      make('span', { role: 'alert' }, 'Its address stops working for everybody. '),
      yes,
      ' ',
      no,
    );
    no.focus();
  });
  no.addEventListener('click', () => {
    place.replaceChildren(button);
    button.focus();
  });
  place.append(button);
  return place;
}

function openPublished({ document: query, variables, look }: Question): void {
  const hasAny = Object.keys(variables ?? {}).length > 0;
  publishDialog.close();
  openQuestion({
    query,
    variables: hasAny ? JSON.stringify(variables, null, 2) : '',
    ...viewOfLook(look ?? {}),
    as: presentCaller(),
  });
  // The tab is there a moment later.
  setTimeout(execute, 300);
}

/** A name as a field, until it is saved or left. */
function renaming(question: Question, row: HTMLElement): void {
  const field = make('input', {
    value: question.name,
    required: true,
    maxLength: 100,
    ariaLabel: 'New name',
  });
  const form = make('form', { className: 'renaming' }, field, make('button', {}, 'Save'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    tryPublished(async () => {
      await writeQuestion('questionUpdate', changing, { id: question.id, name: field.value.trim() });
      await listPublished();
      first(`[data-question="${question.id}"] button`, HTMLElement, publishDialog)?.focus();
    });
  });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    tryPublished(listPublished);
  });
  row.replaceChildren(form);
  field.select();
}

const copyOf = ({ name, document: query, variables, look, personalData }: Question): Promise<Done> =>
  writeQuestion('questionPublish', publishing, {
    name: `${name.slice(0, 93)} (copy)`,
    document: query,
    variables,
    personalData,
    ...(look && { look }),
  });

function publishedRow(question: Question): HTMLElement {
  const { id, name, expiresAt, reads } = question;
  const times = `read ${reads} time${reads === 1 ? '' : 's'}, until ${expiresAt.slice(0, 10)}`;
  const row = make('li', { className: 'published' });
  const act = (word: string, about: string, onclick: () => void): HTMLElement =>
    make('button', { type: 'button', ariaLabel: `${word} ${name}`, title: about, onclick }, word);
  row.dataset.question = id;
  row.append(
    make('strong', {}, name),
    make('small', {}, times),
    act('Open', 'Shows its query and answer in a tab', () => {
      edit(undefined);
      openPublished(question);
    }),
    act('Edit', 'Opens it in a tab, to be saved under the same address', () => {
      edit(question);
      openPublished(question);
      say(`Change ${name}, then press Publish and Save.`);
    }),
    act('Rename', 'Its address stays the same', () => renaming(question, row)),
    act('Copy', 'Publishes the same at another address', () =>
      tryPublished(async () => {
        showAddress((await copyOf(question)).url);
        await listPublished();
      }),
    ),
    askFirst('Revoke', name, () =>
      tryPublished(async () => {
        await writeQuestion('questionRevoke', revoking, { id });
        say(`${name} can no longer be read.`);
        if (edited?.id === id) edit(undefined);
        await listPublished();
      }),
    ),
  );
  return row;
}

async function listPublished(): Promise<void> {
  const { questions } = await askAs<{ readonly questions: { readonly nodes: readonly Question[] } }>(
    authorizationNow(),
    publishedList,
  );
  const items = questions.nodes.map(publishedRow);
  byId('published-questions').replaceChildren(
    ...(items.length > 0 ? items : [make('li', { className: 'none' }, 'None yet.')]),
  );
}

/** Runs `work` and shows its error in the dialog. */
async function tryPublished(work: () => Promise<void>): Promise<void> {
  byId('publish-problem').textContent = '';
  try {
    await work();
  } catch (error) {
    byId('publish-problem').textContent = messageOf(error);
  }
}

/** Opens the form for the answer on the screen, if there is one, and the list of published questions. */
function openPublishing(isList: boolean): void {
  const { request } = shownQuestion();
  byId('publish-form').hidden = isList || !request;
  byId('publish-title').textContent = isList || !request ? 'Published questions' : 'Publish';
  if (request) {
    nameField.value = edited?.name ?? wordsOf(request.body.operationName ?? nameIn(request.body.query) ?? '');
    personalBox.checked = edited?.personalData ?? false;
  }
  byId('published-now').hidden = true;
  byId('published-questions').replaceChildren();
  publishDialog.showModal();
  tryPublished(listPublished);
}

byId('publish-open').addEventListener('click', () => openPublishing(false));
byId('published-open').addEventListener('click', () => openPublishing(true));
byId('publish-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const isEdit = event.submitter?.id === 'publish-save';
  tryPublished(async () => {
    await (isEdit ? saveEdited() : publish());
    await listPublished();
  });
});
byId('publish-forget').addEventListener('click', () => edit(undefined));
byId('copy-address').addEventListener('click', () => copyAddress('publish-url'));

/** Anyone with the address can read the answer. */
export async function copyAddress(id: string): Promise<void> {
  const field = element(id, HTMLInputElement);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    say('The address is copied. Anyone who has it can read the answer.');
  } catch {
    say('The address is selected: copy it with the keyboard.');
  }
}
