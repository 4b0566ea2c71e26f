// Publishes the query whose answer is shown at an address of its own, and lists the published ones (docs/rules/questions.md).
import { shownQuestion } from './answer.js';
import { askAs } from './caller.js';
import { byId, make, nameIn, say, wordsOf } from './editors.js';

const publishDialog = byId('publish');
const kindsOfLook = { bars: 'BARS', stacked: 'STACKED_BARS', line: 'LINE', area: 'AREA', share: 'SHARE' };

/** Sends a request as the caller of the shown query. */
const askAsBefore = (query, variables) =>
  askAs(shownQuestion().request.headers.get('authorization'), query, variables);

const publishing = `mutation Publish($input: QuestionPublishInput!) {
  questionPublish(input: $input) { url userErrors { message details } }
}`;
const publishedList =
  '{ questions(first: 100, where: { expiresAt: { gte: "PT0S" } }) { nodes { id name expiresAt reads } } }';
const revoking = `mutation Revoke($input: QuestionRevokeInput!) {
  questionRevoke(input: $input) { userErrors { message } }
}`;

/** How the published page shows the answer: as a table or as this chart. */
function lookOf({ view, choice }) {
  if (view !== 'chart' || !choice) return { as: 'TABLE' };
  const { kind, across, value, by } = choice;
  return { as: 'CHART', kind: kindsOfLook[kind], across, value, ...(by && { stackedBy: by }) };
}

/** The server's message names an argument; this one names the check box. */
const inWordsOfTheForm = ({ message, details }) =>
  details?.personalData
    ? `The question asks for personal data: ${details.personalData.join(', ')}. Leave it out, or tick "It may show personal data".`
    : message;

async function publish() {
  const { body } = shownQuestion().request;
  const { questionPublish: answer } = await askAsBefore(publishing, {
    input: {
      name: byId('publish-name').value.trim(),
      document: body.query,
      variables: body.variables ?? {},
      // With personal data, 30 days are the maximum and the default.
      ...(!byId('publish-personal').checked && { expiresIn: byId('publish-time').value }),
      personalData: byId('publish-personal').checked,
      look: lookOf(shownQuestion()),
    },
  });
  const [problem] = answer.userErrors;
  if (problem) throw new Error(inWordsOfTheForm(problem));
  byId('publish-url').value = answer.url;
  byId('published-now').hidden = false;
  byId('publish-url').select();
}

async function listPublished() {
  const { questions } = await askAsBefore(publishedList);
  const items = questions.nodes.map(({ id, name, expiresAt, reads }) => {
    const end = async () => {
      try {
        const { questionRevoke: answer } = await askAsBefore(revoking, { input: { id } });
        say(answer.userErrors[0]?.message ?? `${name} can no longer be read.`);
        await listPublished();
      } catch (error) {
        say(error.message);
      }
    };
    const revoke = make('button', { type: 'button', ariaLabel: `Revoke ${name}`, onclick: end }, 'Revoke');
    const times = `read ${reads} time${reads === 1 ? '' : 's'}, until ${expiresAt.slice(0, 10)}`;
    return make('li', { className: 'published' }, make('strong', {}, name), make('small', {}, times), revoke);
  });
  byId('published-questions').replaceChildren(
    ...(items.length > 0 ? items : [make('li', { className: 'none' }, 'None yet.')]),
  );
}

const showPublishProblem = (text) => {
  byId('publish-problem').textContent = text;
};

byId('publish-open').addEventListener('click', async () => {
  const { query, operationName } = shownQuestion().request.body;
  const name = operationName ?? nameIn(query);
  byId('publish-name').value = name ? wordsOf(name) : '';
  byId('published-now').hidden = true;
  byId('published-questions').replaceChildren();
  showPublishProblem('');
  publishDialog.showModal();
  await listPublished().catch((error) => showPublishProblem(error.message));
});
byId('publish-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  showPublishProblem('');
  try {
    await publish();
    await listPublished();
  } catch (error) {
    showPublishProblem(error.message);
  }
});
byId('copy-address').addEventListener('click', () => copyAddress('publish-url'));

/** Anyone with the address can read the answer. */
export async function copyAddress(id) {
  const field = byId(id);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    say('The address is copied. Anyone who has it can read the answer.');
  } catch {
    say('The address is selected: copy it with the keyboard.');
  }
}
