// Boards: published questions on a wall with an address of its own (docs/rules/questions.md#boards).

import { addToWall, beginWall, cardsOnWall, nameOnWall, onArranged, takeFromWall } from './arrange.ts';
import { askAs } from './caller.ts';
import { byId, make, say } from './editors.ts';
import { askFirst, copyAddress } from './publish.ts';
import { authorizationNow } from './session.ts';

const boardDialog = byId('boards');
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
let changed;
/** The ids of its questions, in the order in which they were ticked. */
let onBoard = [];
/** Whether the wall of a new board is other than questions in a row. */
let isArranged = false;
/** All questions that can be ticked. */
let openQuestions = [];
let textsMade = 0;

async function writeBoard(name, input) {
  const answer = (await askAs(authorizationNow(), boardWrites[name], { input }))[name];
  if (answer.userErrors[0]) throw new Error(answer.userErrors[0].message);
  return answer;
}

/** Runs `work` and shows its error in the dialog. */
async function tryBoard(work) {
  byId('board-problem').textContent = '';
  try {
    await work();
  } catch (error) {
    byId('board-problem').textContent = error.message;
  }
}

const cardOfQuestion = ({ id, name }) => ({ key: id, question: id, name });
const nameOfText = (text) => text.trim().split('\n')[0].replace(/^# /, '').slice(0, 60) || 'Text';
const cardOfText = (text) => {
  textsMade += 1;
  return { key: `text-${textsMade}`, text, name: nameOfText(text) };
};
const questionsOf = ({ cards }) => cards.flatMap(({ question }) => question ?? []);

function beginBoard(board) {
  changed = board;
  isArranged = false;
  const cards = (board?.cards ?? []).flatMap(({ question, text, ...place }) => {
    const card = question ? cardOfQuestion(question) : text !== null && cardOfText(text);
    return card ? { ...place, ...card } : [];
  });
  beginWall(cards);
  onBoard = cards.flatMap(({ question }) => question ?? []);
  byId('board-name').value = board?.name ?? '';
  byId('board-title').textContent = board ? `Change ${board.name}` : 'A new board';
  byId('board-save').textContent = board ? 'Save' : 'Publish board';
  byId('board-new').hidden = !board;
  byId('board-as-before').hidden = !board;
  byId('board-time').value = board ? '' : 'P90D';
  byId('board-now').hidden = true;
  for (const box of filterBoxes()) box.checked = board?.filters.includes(box.value) ?? false;
  byId('board-texts').replaceChildren(
    ...cards.filter(({ text }) => text !== undefined).map((card) => textRow(card)),
  );
  listTicks();
}

const filterBoxes = () => boardDialog.querySelectorAll('[name="board-filter"]');

function listTicks() {
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

function showPlaces() {
  const order = cardsOnWall().flatMap(({ question }) => question ?? []);
  for (const box of byId('board-questions').querySelectorAll('input')) {
    const place = order.indexOf(box.value) + 1;
    box.parentElement.querySelector('.place-number').textContent = place > 0 ? `no. ${place}` : '';
  }
}

function textRow({ key, text }) {
  const field = make('textarea', { value: text, rows: 3, maxLength: 2000, ariaLabel: 'Text of a card' });
  field.addEventListener('input', () =>
    nameOnWall(key, { text: field.value, name: nameOfText(field.value) }),
  );
  const remove = () => {
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

async function listBoards() {
  const { viewer, questions, boards } = await askAs(authorizationNow(), boardList);
  byId('board-by-registrar').hidden = viewer.kind !== 'OPERATOR';
  openQuestions = questions.nodes;
  const items = boards.nodes.map((board) => {
    const { id, name, expiresAt } = board;
    const change = () => {
      beginBoard(board);
      byId('board-name').focus();
    };
    const revoke = () =>
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

async function saveBoard() {
  const expiresIn = byId('board-time').value;
  const input = { name: byId('board-name').value.trim(), ...(expiresIn && { expiresIn }) };
  if (changed) {
    await writeBoard('boardUpdate', { id: changed.id, ...input, ...wallNow() });
    say(`${input.name} is changed; its address stays the same.`);
    beginBoard();
  } else {
    const questions = cardsOnWall().flatMap(({ question }) => question ?? []);
    const wall = wallNow();
    const isPlain =
      !isArranged && wall.filters.length === 0 && wall.cards.every(({ text }) => text === undefined);
    const { url, board } = await writeBoard('boardPublish', { ...input, questions });
    beginBoard();
    // Shown once: whatever comes next, nobody loses it.
    byId('board-url').value = url;
    byId('board-now').hidden = false;
    byId('board-url').select();
    if (!isPlain) await writeBoard('boardUpdate', { id: board.id, ...wall });
  }
  await listBoards();
}

onArranged(() => {
  isArranged = true;
  showPlaces();
});
for (const button of document.querySelectorAll('[data-boards]'))
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
  row.querySelector('textarea').focus();
});
byId('board-form').addEventListener('submit', (event) => {
  event.preventDefault();
  tryBoard(saveBoard);
});
byId('copy-board-address').addEventListener('click', () => copyAddress('board-url'));
