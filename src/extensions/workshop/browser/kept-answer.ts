// A reload keeps the answer and how it is shown, as long as this browser tab is open and the same caller asks.
import type { Choice } from '../charts/chart-model.ts';
import { recall, shownQuestion } from './answer.ts';
import type { Body } from './behind.ts';
import { sessionNow } from './caller.ts';
import { onceThere, textIn } from './editors.ts';
import { isRead, linkedQuestion, showLook } from './questions.ts';
import { authorizationNow } from './session.ts';

interface KeptAnswer {
  readonly view: string;
  readonly choice?: Choice;
  readonly query: string;
  readonly variables: string;
  readonly answer: { readonly text: string; readonly body: Body; readonly who: number } | false;
}

const answerKey = 'zonegraph:answer';
/** Browsers keep some megabytes for a page. */
const longestAnswer = 2_000_000;

/** Tells callers apart without keeping their credentials. */
function markOf(text: string | null): number {
  let mark = 0;
  for (const letter of text ?? '') mark = (Math.imul(mark, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return mark;
}

function keepAnswer(): void {
  const { request, view, choice } = shownQuestion();
  const look = { view, choice, query: textIn('query'), variables: textIn('variables') };
  // A mutation may contain a password.
  if (!isRead(look.query)) {
    sessionStorage.removeItem(answerKey);
    return;
  }
  const text = textIn('response');
  const isKept = request?.written === look.query && text.length <= longestAnswer;
  const answer = isKept && { text, body: request.body, who: markOf(request.headers.get('authorization')) };
  try {
    sessionStorage.setItem(answerKey, JSON.stringify({ ...look, answer }));
  } catch {
    // There is no room: it is asked again.
    sessionStorage.removeItem(answerKey);
  }
}

const before: KeptAnswer | null = JSON.parse(sessionStorage.getItem(answerKey) ?? 'null');
const isLink = Boolean(linkedQuestion());
if (before && !isLink) showLook({ query: before.query, view: before.view, chart: before.choice });

onceThere(() => {
  const same = before?.query === textIn('query') && before.variables === textIn('variables') ? before : null;
  const { answer, query: written = '' } = same ?? {};
  if (answer && answer.who === markOf(authorizationNow()))
    recall(answer.text, {
      body: answer.body,
      headers: new Headers({ 'content-type': 'application/json', authorization: authorizationNow() ?? '' }),
      written,
    });
  addEventListener('zonegraph:shown', keepAnswer);
});
addEventListener('zonegraph:caller', () => {
  if (!sessionNow()) sessionStorage.removeItem(answerKey);
});
