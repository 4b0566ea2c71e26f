// The first question of the landing page: asked as the sandbox's registrar, and drawn. Its modules are loaded when the page is there.
const asked = document.querySelector('.asked');
const { query, authorization, title, words, files, timeZone } = JSON.parse(
  document.getElementById('facts').textContent,
);
const place = asked.querySelector('.picture');

async function drawAnswer() {
  const [response, { pictureOf }, { chartOf, choicesOf, rowsOf, theList }] = await Promise.all([
    fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ query }),
    }),
    import(files['charts.js']),
    import(files['rows.js']),
  ]);
  const { data } = await response.json();
  const { rows, columns } = rowsOf(theList(data));
  const { chosen } = choicesOf(rows, columns);
  const chart = chartOf(rows, chosen, { document: query, timeZone, words: (column) => words[column] });
  const draw = () => {
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
