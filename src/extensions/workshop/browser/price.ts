// Shows signed-in callers the cost of the query in the editor and the remaining budget, before it is sent.
import { type Answer, byId } from '../../kit/browser/dom.ts';
import { plainFetch } from './caller.ts';
import { onWriting, textIn } from './editors.ts';
import { authorizationNow } from './session.ts';

const pointsInWords = (count: number): string =>
  `${new Intl.NumberFormat('en-GB').format(count)} ${count === 1 ? 'point' : 'points'}`;

let pricesAsked = 0;
onWriting(['query', 'variables', 'headers'], 600, async () => {
  pricesAsked += 1;
  const mine = pricesAsked;
  const text = await priceNow();
  // The query has changed since, so this answer is out of date.
  if (mine === pricesAsked) byId('price').textContent = text;
});

async function priceNow(): Promise<string> {
  const authorization = authorizationNow();
  const query = textIn('query');
  if (!authorization || query.replaceAll(/#.*/g, '').trim() === '') return '';
  try {
    const response = await plainFetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cost-only': 'true', authorization },
      body: JSON.stringify({ query, variables: JSON.parse(textIn('variables') || '{}') }),
    });
    const { extensions }: Answer<object> = await response.json();
    if (!extensions?.cost) return '';
    const { requested, remaining } = extensions.cost;
    return `Sending it costs ${pointsInWords(requested)}${remaining === null ? '' : `; you have ${pointsInWords(remaining)} left`}`;
  } catch {
    // The query is incomplete.
    return '';
  }
}
