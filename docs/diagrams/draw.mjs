// Draws each state diagram of the rule book (```mermaid in docs/rules) as docs/guides/images/states-<file>.svg, which /guides
// shows in its place: `cd docs/diagrams && npm install && node draw.mjs`. test/docs/diagrams.test.ts sees whether that was done.
import { readFileSync, writeFileSync } from 'node:fs';
import { Graph, layout } from '@dagrejs/dagre';

const letter = 6.9;
const lineHeight = 17;
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Lines of words, none much longer than `most` letters. */
function wrapped(text, most) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== '' && last.length + word.length >= most) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

/** States by name with their words, and the ways between them. The dot where a life begins is another than the one where it ends. */
function read(source) {
  const names = new Map();
  const ways = [];
  for (const line of source.split('\n').map((text) => text.trim())) {
    const [, words, name] = /^state "([^"]+)" as (\w+)$/.exec(line) ?? [];
    if (name) names.set(name, words);
    const [, from, to, label = ''] = /^(\S+) --> (\S+)(?: : (.+))?$/.exec(line) ?? [];
    if (!from) continue;
    const ends = [from === '[*]' ? 'begin' : from, to === '[*]' ? 'end' : to];
    for (const end of ends) if (!names.has(end)) names.set(end, ['begin', 'end'].includes(end) ? '' : end);
    ways.push({ from: ends[0], to: ends[1], label });
  }
  return { names, ways };
}

const textAt = (lines, x, y, kind) =>
  `<text class="${kind}" text-anchor="middle">${lines
    .map(
      (line, row) =>
        `<tspan x="${x}" y="${Math.round(y + 5 + (row - (lines.length - 1) / 2) * lineHeight)}">${escaped(line)}</tspan>`,
    )
    .join('')}</text>`;

/** A smooth line through all points (Catmull-Rom). */
function curve(points) {
  const at = ({ x, y }) => `${Math.round(x)} ${Math.round(y)}`;
  const beside = (point, before, after, sign) => ({
    x: point.x + (sign * (after.x - before.x)) / 6,
    y: point.y + (sign * (after.y - before.y)) / 6,
  });
  const parts = points.slice(1).map((to, index) => {
    const from = points[index];
    const first = beside(from, points[index - 1] ?? from, to, 1);
    const second = beside(to, from, points[index + 2] ?? to, -1);
    return `C${at(first)} ${at(second)} ${at(to)}`;
  });
  return `M${at(points[0])}${parts.join('')}`;
}

/** The way from a state back to itself: a loop at its right side. */
function loop(edge, { x, y, width }) {
  const right = Math.round(x + width / 2);
  const [top, bottom] = [Math.round(y - 8), Math.round(y + 8)];
  return {
    ...edge,
    x: right + 28 + edge.width / 2,
    path: `M${right} ${top}C${right + 30} ${top - 12} ${right + 30} ${bottom + 12} ${right} ${bottom}`,
  };
}

function draw(source) {
  const { names, ways } = read(source);
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 12, edgesep: 8, ranksep: 38, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const [name, words] of names) {
    const lines = wrapped(words, 16);
    const isDot = words === '';
    const width = isDot ? 18 : Math.max(...lines.map((line) => line.length)) * 7.6 + 32;
    graph.setNode(name, { width, height: isDot ? 18 : lines.length * lineHeight + 20, lines, isDot });
  }
  for (const [index, { from, to, label }] of ways.entries()) {
    const lines = label ? wrapped(label, 15) : [];
    const width = Math.max(0, ...lines.map((line) => line.length)) * letter + 10;
    graph.setEdge(
      from,
      to,
      { width, height: lines.length * lineHeight + 4, lines, labelpos: 'c' },
      String(index),
    );
  }
  layout(graph);
  const { width, height } = graph.graph();
  const edges = graph.edges().map((edge) => {
    const way = graph.edge(edge);
    return edge.v === edge.w ? loop(way, graph.node(edge.v)) : { ...way, path: curve(way.points) };
  });
  const nodes = graph.nodes().map((name) => ({ name, ...graph.node(name) }));
  const lines = edges.map(({ path }) => `<path class="way" d="${path}" marker-end="url(#tip)"/>`);
  const labels = edges
    .filter((edge) => edge.lines.length > 0)
    .map(
      ({ x, y, width: wide, height: high, lines: words }) =>
        `<rect class="behind" x="${Math.round(x - wide / 2)}" y="${Math.round(y - high / 2)}" width="${Math.round(wide)}" height="${Math.round(high)}" rx="4"/>` +
        textAt(words, Math.round(x), y, 'label'),
    );
  const states = nodes.map(({ name, x, y, width: wide, height: high, lines: words, isDot }) =>
    isDot
      ? `<circle class="${name}" cx="${Math.round(x)}" cy="${Math.round(y)}" r="7"/>`
      : `<rect class="state" x="${Math.round(x - wide / 2)}" y="${Math.round(y - high / 2)}" width="${Math.round(wide)}" height="${Math.round(high)}" rx="10"/>` +
        textAt(words, Math.round(x), y, 'name'),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}" width="${Math.ceil(width)}" height="${Math.ceil(height)}" font-family="system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif" font-size="13">
<style>
:root { --ink: #17202b; --soft: #556170; --paper: #f7f6f2; --card: #ffffff; --way: #8b97a5; --accent: #0a4f96; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9edf2; --soft: #b3bfcd; --paper: #0f141a; --card: #171e27; --way: #5c6a7b; --accent: #86bfff; } }
.state { fill: var(--card); stroke: var(--accent); stroke-width: 1.5; } .name { fill: var(--ink); font-weight: 600; } .label { fill: var(--soft); font-size: 12.5px; }
.behind { fill: var(--paper); opacity: .88; } .way { fill: none; stroke: var(--way); stroke-width: 1.5; } .tip { fill: var(--way); }
.begin { fill: var(--ink); } .end { fill: none; stroke: var(--ink); stroke-width: 4; }
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="tip" d="M0 0 L8 4 L0 8 z"/></marker></defs>
${[...lines, ...labels, ...states].join('\n')}
</svg>
`;
}

for (const name of ['registrar', 'reservation', 'billing']) {
  const text = readFileSync(new URL(`../rules/${name}.md`, import.meta.url), 'utf8');
  const [, source = ''] = /^```mermaid\n([\s\S]*?)^```/m.exec(text) ?? [];
  writeFileSync(new URL(`../guides/images/states-${name}.svg`, import.meta.url), draw(source));
}
