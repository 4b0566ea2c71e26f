// Boards: published questions on a wall with an address of its own (docs/rules/questions.md#boards).

import { byId, element, every, make, messageOf, one, refuse, type UserError } from '../../kit/browser/dom.ts';
import {
  addToWall,
  beginWall,
  type Card,
  type Content,
  cardsOnWall,
  nameOnWall,
  onArranged,
  takeFromWall,
} from './arrange.ts';
import { askAs } from './caller.ts';
import { say } from './editors.ts';
import { askFirst, copyAddress } from './publish.ts';
import { authorizationNow } from './session.ts';

interface Question {
  readonly id: string;
  readonly name: string;
}
type Placed = Pick<Card, 'x' | 'y' | 'width' | 'height'>;
interface Board {
  readonly id: string;
  readonly name: string;
  readonly expiresAt: string;
  readonly filters: readonly string[];
  readonly cards: readonly (Placed & { readonly question: Question | null; readonly text: string | null })[];
}
interface Written {
  readonly url?: string;
  readonly board?: { readonly id: string };
  readonly userErrors: readonly UserError[];
}
interface Listed {
  readonly viewer: { readonly kind: string };
  readonly questions: { readonly nodes: readonly Question[] };
  readonly boards: { readonly nodes: readonly Board[] };
}

const boardDialog = element('boards', HTMLDialogElement);
const nameField = element('board-name', HTMLInputElement);
const timeField = element('board-time', HTMLSelectElement);
const stillRead = 'where: { expiresAt: { gte: "PT0S" } }';
const boardList = `{
  viewer { kind }
  questions(first: 100, ${stillRead}) { nodes { id name } }
  boards(first: 100, ${stillRead}) { nodes { id name expiresAt filters
    cards { question { id name } text x y width height } } }
}`;
const boardWrites = {
  boardPublish: `mutation PublishBoard($input: BoardPublishInput!) {
  boardPublish(input: $input) { url board { id } userErrors { message } }
}`,
  boardUpdate: `mutation UpdateBoard($input: BoardUpdateInput!) {
  boardUpdate(input: $input) { userErrors { message } }
}`,
  boardRevoke: `mutation RevokeBoard($input: BoardRevokeInput!) {
  boardRevoke(input: $input) { userErrors { message } }
}`,
};

/** The board that the form changes; undefined for a new one. */
let changed: Board | undefined;
/** The ids of its questions, in the order in which they were ticked. */
let onBoard: string[] = [];
/** True if the wall of a new board is other than questions in a row. */
let isArranged = false;
/** All questions that can be ticked. */
let openQuestions: readonly Question[] = [];
let textsMade = 0;

async function writeBoard(name: keyof typeof boardWrites, input: object): Promise<Written> {
  const { [name]: written } = await askAs<Readonly<Record<string, Written>>>(
    authorizationNow(),
    boardWrites[name],
    { input },
  );
  refuse(written?.userErrors ?? []);
  return written ?? { userErrors: [] };
}

/** Runs `work` and shows its error in the dialog. */
async function tryBoard(work: () => Promise<void>): Promise<void> {
  byId('board-problem').textContent = '';
  try {
    await work();
  } catch (error) {
    byId('board-problem').textContent = messageOf(error);
  }
}

const cardOfQuestion = ({ id, name }: Question): Content => ({ key: id, question: id, name });
const nameOfText = (text: string): string =>
  text.trim().split('\n', 1)[0]?.replace(/^# /, '').slice(0, 60) || 'Text';
const cardOfText = (text: string): Content => {
  textsMade += 1;
  return { key: `text-${textsMade}`, text, name: nameOfText(text) };
};
const questionsOf = ({ cards }: Board): Question[] => cards.flatMap(({ question }) => question ?? []);

function beginBoard(board?: Board): void {
  changed = board;
  isArranged = false;
  const cards = (board?.cards ?? []).flatMap(({ question, text, ...place }) => {
    if (question) return { ...place, ...cardOfQuestion(question) };
    return text === null ? [] : { ...place, ...cardOfText(text) };
  });
  beginWall(cards);
  onBoard = cards.flatMap(({ question }) => question ?? []);
  nameField.value = board?.name ?? '';
  byId('board-title').textContent = board ? `Change ${board.name}` : 'A new board';
  byId('board-save').textContent = board ? 'Save' : 'Publish board';
  byId('board-new').hidden = !board;
  byId('board-as-before').hidden = !board;
  timeField.value = board ? '' : 'P90D';
  byId('board-now').hidden = true;
  for (const box of filterBoxes()) box.checked = board?.filters.includes(box.value) ?? false;
  byId('board-texts').replaceChildren(
    ...cards.filter(({ text }) => text !== undefined).map((card) => textRow(card)),
  );
  listTicks();
}

const filterBoxes = (): HTMLInputElement[] => every('[name="board-filter"]', HTMLInputElement, boardDialog);

function listTicks(): void {
  // An ended question stays on its board until it is removed from it.
  const others = changed
    ? questionsOf(changed).filter(({ id }) => !openQuestions.some((one) => one.id === id))
    : [];
  const items = [...openQuestions, ...others].map((question) => {
    const { id, name } = question;
    const place = make('small', { className: 'place-number' });
    const box = make('input', { type: 'checkbox', value: id, checked: onBoard.includes(id) });
    box.addEventListener('change', () => {
      onBoard = box.checked ? [...onBoard, id] : onBoard.filter((one) => one !== id);
      if (box.checked) addToWall(cardOfQuestion(question));
      else takeFromWall(id);
      showPlaces();
    });
    return make('li', {}, make('label', {}, box, ` ${name} `, place));
  });
  const none = 'None yet: publish a question first, beside Download CSV.';
  byId('board-questions').replaceChildren(
    ...(items.length > 0 ? items : [make('li', { className: 'none' }, none)]),
  );
  showPlaces();
}

function showPlaces(): void {
  const order = cardsOnWall().flatMap(({ question }) => question ?? []);
  for (const label of byId('board-questions').querySelectorAll('label')) {
    const place = order.indexOf(one('input', HTMLInputElement, label).value) + 1;
    one('.place-number', HTMLElement, label).textContent = place > 0 ? `no. ${place}` : '';
  }
}

function textRow({ key, text = '' }: Content): HTMLElement {
  const field = make('textarea', { value: text, rows: 3, maxLength: 2000, ariaLabel: 'Text of a card' });
  field.addEventListener('input', () =>
    nameOnWall(key, { text: field.value, name: nameOfText(field.value) }),
  );
  const remove = (): void => {
    takeFromWall(key);
    row.remove();
    byId('board-add-text').focus();
  };
  const row = make(
    'li',
    {},
    field,
    make('button', { type: 'button', ariaLabel: 'Remove this text', onclick: remove }, 'Remove'),
  );
  return row;
}

async function listBoards(): Promise<void> {
  const { viewer, questions, boards } = await askAs<Listed>(authorizationNow(), boardList);
  byId('board-by-registrar').hidden = viewer.kind !== 'OPERATOR';
  openQuestions = questions.nodes;
  const items = boards.nodes.map((board) => {
    const { id, name, expiresAt } = board;
    const change = (): void => {
      beginBoard(board);
      nameField.focus();
    };
    const revoke = (): Promise<void> =>
      tryBoard(async () => {
        await writeBoard('boardRevoke', { id });
        say(`${name} can no longer be read.`);
        if (changed?.id === id) beginBoard();
        await listBoards();
      });
    const shown = questionsOf(board).length;
    const facts = `${shown} question${shown === 1 ? '' : 's'}, until ${expiresAt.slice(0, 10)}`;
    return make(
      'li',
      { className: 'published' },
      make('strong', {}, name),
      make('small', {}, facts),
      make('button', { type: 'button', ariaLabel: `Change ${name}`, onclick: change }, 'Change'),
      askFirst('Revoke', name, revoke),
    );
  });
  byId('published-boards').replaceChildren(
    ...(items.length > 0 ? items : [make('li', { className: 'none' }, 'None yet.')]),
  );
  listTicks();
}

/** How the wall looks, as boardUpdate takes it. */
const wallNow = () => ({
  cards: cardsOnWall().map(({ question, text, x, y, width, height }) => ({
    ...(question ? { question } : { text }),
    x,
    y,
    width,
    height,
  })),
  filters: [...filterBoxes()].filter(({ checked }) => checked).map(({ value }) => value),
});

async function saveBoard(): Promise<void> {
  const expiresIn = timeField.value;
  const input = { name: nameField.value.trim(), ...(expiresIn && { expiresIn }) };
  if (changed) {
    await writeBoard('boardUpdate', { id: changed.id, ...input, ...wallNow() });
    say(`${input.name} is changed; its address stays the same.`);
    beginBoard();
  } else {
    const questions = cardsOnWall().flatMap(({ question }) => question ?? []);
    const wall = wallNow();
    const isPlain =
      !isArranged && wall.filters.length === 0 && wall.cards.every((card) => 'question' in card);
    const { url, board } = await writeBoard('boardPublish', { ...input, questions });
    beginBoard();
    // Shown once: whatever comes next, nobody loses it.
    const address = element('board-url', HTMLInputElement);
    address.value = url ?? '';
    byId('board-now').hidden = false;
    address.select();
    if (!isPlain && board) await writeBoard('boardUpdate', { id: board.id, ...wall });
  }
  await listBoards();
}

onArranged(() => {
  isArranged = true;
  showPlaces();
});
for (const button of every('[data-boards]', HTMLElement))
  button.addEventListener('click', () => {
    button.closest('dialog')?.close();
    openQuestions = [];
    byId('published-boards').replaceChildren();
    beginBoard();
    boardDialog.showModal();
    tryBoard(listBoards);
  });
byId('board-new').addEventListener('click', () => beginBoard());
byId('board-add-text').addEventListener('click', () => {
  const card = cardOfText('');
  addToWall({ ...card, height: 2 });
  const row = textRow(card);
  byId('board-texts').append(row);
  one('textarea', HTMLElement, row).focus();
});
byId('board-form').addEventListener('submit', (event) => {
  event.preventDefault();
  tryBoard(saveBoard);
});
byId('copy-board-address').addEventListener('click', () => copyAddress('board-url'));
