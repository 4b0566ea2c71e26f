// Boards: several published questions on one page with an address of its own (docs/rules/questions.md#boards).

import { askAs } from './caller.js';
import { byId, make, say } from './editors.js';
import { copyAddress } from './publish.js';
import { authorizationNow } from './session.js';

const boardDialog = byId('boards');
const stillRead = 'where: { expiresAt: { gte: "PT0S" } }';
const boardList = `{
  questions(first: 100, ${stillRead}) { nodes { id name } }
  boards(first: 100, ${stillRead}) { nodes { id name expiresAt questions { id name } } }
}`;
const boardWrites = {
  boardPublish: `mutation PublishBoard($input: BoardPublishInput!) {
  boardPublish(input: $input) { url userErrors { message } }
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
/** All questions that can be ticked. */
let openQuestions = [];

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

function beginBoard(board) {
  changed = board;
  onBoard = board?.questions.map(({ id }) => id) ?? [];
  byId('board-name').value = board?.name ?? '';
  byId('board-title').textContent = board ? `Change ${board.name}` : 'A new board';
  byId('board-save').textContent = board ? 'Save' : 'Publish board';
  byId('board-new').hidden = !board;
  byId('board-as-before').hidden = !board;
  byId('board-time').value = board ? '' : 'P90D';
  byId('board-now').hidden = true;
  listTicks();
}

function listTicks() {
  // An ended question stays on its board until it is removed from it.
  const others = changed?.questions.filter(({ id }) => !openQuestions.some((one) => one.id === id)) ?? [];
  const items = [...openQuestions, ...others].map(({ id, name }) => {
    const place = make('small', { className: 'place' });
    const box = make('input', { type: 'checkbox', value: id, checked: onBoard.includes(id) });
    box.addEventListener('change', () => {
      onBoard = box.checked ? [...onBoard, id] : onBoard.filter((one) => one !== id);
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
  for (const box of byId('board-questions').querySelectorAll('input')) {
    const place = onBoard.indexOf(box.value) + 1;
    box.parentElement.querySelector('.place').textContent = place > 0 ? `no. ${place}` : '';
  }
}

async function listBoards() {
  const { questions, boards } = await askAs(authorizationNow(), boardList);
  openQuestions = questions.nodes;
  const items = boards.nodes.map((board) => {
    const { id, name, expiresAt, questions: shown } = board;
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
    const facts = `${shown.length} question${shown.length === 1 ? '' : 's'}, until ${expiresAt.slice(0, 10)}`;
    return make(
      'li',
      { className: 'published' },
      make('strong', {}, name),
      make('small', {}, facts),
      make('button', { type: 'button', ariaLabel: `Change ${name}`, onclick: change }, 'Change'),
      make('button', { type: 'button', ariaLabel: `Revoke ${name}`, onclick: revoke }, 'Revoke'),
    );
  });
  byId('published-boards').replaceChildren(
    ...(items.length > 0 ? items : [make('li', { className: 'none' }, 'None yet.')]),
  );
  listTicks();
}

async function saveBoard() {
  const expiresIn = byId('board-time').value;
  const input = {
    name: byId('board-name').value.trim(),
    questions: onBoard,
    ...(expiresIn && { expiresIn }),
  };
  if (changed) {
    await writeBoard('boardUpdate', { id: changed.id, ...input });
    say(`${input.name} is changed; its address stays the same.`);
    beginBoard();
  } else {
    const { url } = await writeBoard('boardPublish', input);
    beginBoard();
    byId('board-url').value = url;
    byId('board-now').hidden = false;
    byId('board-url').select();
  }
  await listBoards();
}

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
byId('board-form').addEventListener('submit', (event) => {
  event.preventDefault();
  tryBoard(saveBoard);
});
byId('copy-board-address').addEventListener('click', () => copyAddress('board-url'));
