import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unsealed } from '../src/apis/graphql/cursor-text.ts';
import { type Server, startPeer } from './processes.ts';
import { ask, type BenchRequest, each, graphql, type Places, type Scenario, scenarios } from './scenarios.ts';

/** Packages that are none of ours, and are installed when they are measured. */
export function installPeer(name: string, say: (text: string) => void): boolean {
  const folder = fileURLToPath(new URL(`peers/${name}`, import.meta.url));
  if (existsSync(`${folder}/node_modules`)) return true;
  say(`installing bench/peers/${name}, which is no package of ours ...`);
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (status !== 0) say('it cannot be installed here: it is left out');
  return status === 0;
}

export type PeerName = 'yoga' | 'postgraphile';

/** Those that run here, and are to be measured. What Yoga needs, we have ourselves. */
export function peersHere(say: (text: string) => void): PeerName[] {
  if (Number(process.versions.node.split('.')[0]) >= 22)
    return installPeer('graphs', say) ? ['yoga', 'postgraphile'] : ['yoga'];
  say('PostGraphile 5 needs Node 22 or newer: it is left out');
  return ['yoga'];
}

export const startGraphPeer = (name: PeerName, databaseUrl: string): Promise<Server> =>
  startPeer(`bench/peers/graphs/${name}.mjs`, { DATABASE_URL: databaseUrl });

/** The same page and the same domain from each of them. Yoga is asked what the product is asked. */
export async function peerScenarios(
  name: PeerName,
  url: string,
  places: Places,
): Promise<readonly Scenario[]> {
  if (name === 'postgraphile') return postGraphileScenarios(url, places);
  return scenarios(places)
    .filter(({ group, server }) => server === 'product' && (group === 'page' || group === 'domain'))
    .map((one) => ({ ...one, title: '  peer: Yoga with DataLoader', server: name }));
}

const contacts = (role: string, fields: string): string =>
  `${role}Contacts: domainContactsByDomainId(condition: { role: "${role}" }) { nodes { contactByContactId { ${fields} } } }`;

const pageDocument = `query Page($after: Cursor, $registrar: BigInt!) {
  domains: allDomains(first: 50, after: $after, condition: { registrarId: $registrar }, orderBy: EXPIRES_AT_ASC) {
    edges { node {
      name
      expiresAt
      registrar: registrarByRegistrarId { code name }
      registrant: contactByRegistrantId { code name email }
      ${contacts('admin', 'code name email')}
      ${contacts('tech', 'code name email')}
      nameservers: nameserversByDomainId { nodes { hostname ipv4 ipv6 } }
    } }
  }
}`;

const domainDocument = `query Domain($name: String!) {
  domain: domainByName(name: $name) {
    name punycode: namePuny expiresAt createdAt updatedAt outzoneAt deleteDate forceDeleteDate transferCode
    statuses statusNotes
    registrar: registrarByRegistrarId { code name website }
    registrant: contactByRegistrantId { code name email phone }
    ${contacts('admin', 'code name email phone')}
    ${contacts('tech', 'code name email phone')}
    nameservers: nameserversByDomainId { nodes { databaseId: rowId hostname ipv4 ipv6 } }
    dnssecKeys: dnssecKeysByDomainId { nodes { databaseId: rowId flags protocol algorithm: alg publicKey keyTag } }
  }
}`;

async function postGraphileScenarios(url: string, { cursors, names }: Places): Promise<readonly Scenario[]> {
  const { data } = (await ask(url, graphql('{ registrarByCode(code: "ALPHA") { rowId } }', {}))) as {
    data: { registrarByCode: { rowId: string } };
  };
  const registrar = data.registrarByCode.rowId;
  const places: string[] = [];
  for (const cursor of cursors) places.push(await itsCursor(url, cursor));
  const common = { title: '  peer: PostGraphile 5', server: 'postgraphile', read: asOurs } as const;
  return [
    {
      ...common,
      group: 'page',
      next: each(places, (after): BenchRequest => graphql(pageDocument, { after, registrar })),
    },
    { ...common, group: 'domain', next: each(names, (name) => graphql(domainDocument, { name })) },
  ];
}

/** It has cursors of its own: that of the domain at which ours stands. */
async function itsCursor(url: string, ours: string): Promise<string> {
  const [, , , id] = unsealed(ours) as [string, 0, string, number];
  const document = `query Place($id: BigInt!) {
    allDomains(first: 1, condition: { rowId: $id }, orderBy: EXPIRES_AT_ASC) { pageInfo { endCursor } }
  }`;
  const { data } = (await ask(url, graphql(document, { id }))) as {
    data: { allDomains: { pageInfo: { endCursor: string } } };
  };
  return data.allDomains.pageInfo.endCursor;
}

/** Its answer in the shape of ours, to compare them: lists without their nodes, statuses with their notes. */
function asOurs(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if ('nodes' in value) return value.nodes;
    if ('contactByContactId' in value) return value.contactByContactId;
    if (!('statusNotes' in value)) return value;
    const { statuses, statusNotes, ...domain } = value as unknown as {
      statuses: string[];
      statusNotes: Record<string, string>;
    };
    const reported = statuses.map((name) => ({ name, note: statusNotes[name] ?? null }));
    // Whether it is disputed would have to be written for it.
    return { ...domain, disputed: false, statuses: reported };
  });
}
