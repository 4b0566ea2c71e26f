import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import { Html, html } from '../kit/html.ts';

/** The main types, arranged around the domain; all other types belong to one of these. */
const shown = [
  ...['Registrar', 'Contact', 'Reservation', 'Invoice', 'Payment', 'Account', 'Transaction', 'HistoryEntry'],
  ...['Nameserver', 'PendingChange', 'Zone', 'Notification'],
];
const centre = 'Domain';
/** Upright, so that its words can be read on a phone. */
const size = { width: 480, height: 520 };

interface Place {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/**
 * Draws the main types of the graph and the links between them from the schema, so that the picture stays true.
 */
export function graphPicture(schema: GraphQLSchema): Html {
  const types = [centre, ...shown].filter((name) => isObjectType(schema.getType(name)));
  const isLed = (name: string) =>
    types.some((other) => other !== name && (leadsTo(schema, name, other) || leadsTo(schema, other, name)));
  const round = types.slice(1).filter(isLed);
  const places: Place[] = [
    { name: centre, x: size.width / 2, y: size.height / 2 },
    ...round.map((name, index) => {
      const angle = (index / round.length) * 2 * Math.PI - Math.PI / 2;
      return {
        name,
        x: Math.round(size.width / 2 + Math.cos(angle) * 178),
        y: Math.round(size.height / 2 + Math.sin(angle) * 230),
      };
    }),
  ];
  const edges = places.flatMap((from, index) =>
    places
      .slice(index + 1)
      .filter((to) => leadsTo(schema, from.name, to.name) || leadsTo(schema, to.name, from.name))
      .map((to) => ({ from, to })),
  );
  const said = edges.map(({ from, to }) => `${from.name} and ${to.name}`).join(', ');
  return html`<svg viewBox="0 0 ${size.width} ${size.height}" role="group" aria-label="Types that lead to each other: ${said}">
${edges.map(({ from, to }) => html`<line x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}"/>`)}
${places.map(
  ({
    name,
    x,
    y,
  }) => html`<a href="/schema/${name}"><rect x="${x - 58}" y="${y - 17}" width="116" height="34" rx="17"/>
<text x="${x}" y="${y + 5}" text-anchor="middle">${name}</text></a>`,
)}</svg>`;
}

/** Tells whether a field of the first type returns the second, or a list of it. */
function leadsTo(schema: GraphQLSchema, from: string, to: string): boolean {
  const fields = Object.values((schema.getType(from) as GraphQLObjectType).getFields());
  return fields.some(({ type }) => [to, `${to}Connection`].includes(getNamedType(type).name));
}

export const graphStyle = new Html(`
.graph svg { display: block; width: 100%; max-width: 31rem; height: auto; margin: 0 auto; } .graph line { stroke: var(--line); stroke-width: 1.5; }
.graph rect { fill: var(--tint); stroke: var(--accent); } .graph text { fill: var(--ink); font: 600 15px system-ui, sans-serif; }
.graph a:hover rect { fill: var(--card); }
`);
