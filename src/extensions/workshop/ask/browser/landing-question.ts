// The first question of the landing page: asked as the sandbox's registrar, and drawn. Its modules are loaded when
// the page is there.
import { type Answer, dataOf, factsOf, one } from '../../../kit/browser/dom.ts';

interface Facts {
  readonly query: string;
  readonly authorization: string;
  readonly title: string;
  readonly words: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  readonly timeZone: string;
}
type Charts = typeof import('../../browser/charts.ts');
type Rows = typeof import('./rows.ts');

const { query, authorization, title, words, files, timeZone } = factsOf<Facts>();
const place = one('.asked .picture', HTMLElement);

async function drawAnswer(): Promise<void> {
  const load = <Module>(name: string): Promise<Module> => import(files[name] ?? '');
  const [response, { pictureOf }, { chartOf, choicesOf, rowsOf, theList }] = await Promise.all([
    fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ query }),
    }),
    load<Charts>('charts.js'),
    load<Rows>('rows.js'),
  ]);
  const answer: Answer<object> = await response.json();
  const { rows, columns } = rowsOf(theList(dataOf(answer)) ?? []);
  const { chosen } = choicesOf(rows, columns);
  const chart = chartOf(rows, chosen, { document: query, timeZone, words: (column) => words[column] });
  const draw = (): void => {
    const width = Math.max(260, place.clientWidth);
    const text = pictureOf(chart, { title, width, height: 300, isTitled: false });
    const picture = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    place.replaceChildren(document.importNode(picture, true));
  };
  draw();
  let drawn = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth === drawn) return;
    drawn = innerWidth;
    draw();
  });
}

// Without an answer the questions are still there.
drawAnswer().catch(() => place.remove());
