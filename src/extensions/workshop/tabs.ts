import { readFileSync } from 'node:fs';
import { type GraphQLSchema, parse, validate } from 'graphql';
import { schemaOf } from '../../apis/graphql/caller-schemas.ts';
import { type CallerKind, callerKinds } from '../../base/actor.ts';
import type { ExampleCaller, ExampleCallers } from './callers.ts';

interface Example {
  readonly title: string;
  readonly query: string;
  readonly variables?: object;
  readonly as: ExampleCaller;
}

export interface Tab {
  readonly title: string;
  readonly query: string;
  readonly variables: string | null;
  readonly headers: string | null;
  /** The kinds of callers that can send it. */
  readonly kinds: readonly CallerKind[];
}

/** An example for each kind of caller, then the analysts' questions. */
const examples = (): readonly Example[] => [
  { title: 'Registrar tour', query: operation('registrar-tour'), as: 'alpha' },
  {
    title: 'Expiring domains',
    query: operation('expiring-domains'),
    variables: { within: 'P30D' },
    as: 'alpha',
  },
  {
    title: 'Register and renew (dry run)',
    query: operation('register-and-renew'),
    variables: {
      register: {
        name: 'minu-esimene-nimi.ee',
        registrant: 'ALPHA:TAMM',
        period: 'P1Y',
        nameservers: [{ hostname: 'ns1.hosting.example' }, { hostname: 'ns2.hosting.example' }],
      },
      renew: { names: ['kevad.ee', 'suvi.ee'], period: 'P1Y' },
    },
    as: 'alpha',
  },
  {
    title: 'Reservation portal',
    query: operation('reservation-portal'),
    variables: { organizationName: 'Põhjatuule Pagar OÜ', wanted: ['põhjatuulepagar.ee', 'tamm.ee'] },
    as: 'portal',
  },
  { title: 'Billing', query: operation('billing'), as: 'billing' },
  { title: 'Operator', query: operation('operator'), variables: { zone: 'ee' }, as: 'operator' },
  { title: 'Expiring by month', ...question('ExpiringByMonth') },
  { title: 'Income by month and kind', ...question('IncomeByMonthAndKind') },
  { title: 'Domains by country', ...question('DomainsByCountry') },
  { title: 'Share of signed domains', ...question('SignedDomains') },
  { title: 'Unpaid reservations older than a day', ...question('UnpaidReservations') },
  { title: 'Quarterly report', ...question('QuarterlyReport') },
  { title: 'Transfers by month', ...question('TransfersByMonth') },
  { title: 'Who held what on a day', ...question('WhoHeldWhat') },
];

/** The tabs that GraphiQL opens with: the examples that are valid in this schema. */
export function tabs(callers: ExampleCallers, schema: GraphQLSchema): Tab[] {
  const tab = ({ title, query, variables, as }: Example): Tab => ({
    title,
    query,
    variables: variables ? JSON.stringify(variables, null, 2) : null,
    headers: callers[as] ? JSON.stringify({ authorization: callers[as] }, null, 2) : null,
    kinds: callerKinds.filter((kind) => validate(schemaOf(schema, kind), parse(query)).length === 0),
  });
  return examples()
    .map(tab)
    .filter(({ kinds }) => kinds.length > 0);
}

const fromRoot = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const operation = (file: string): string => fromRoot(`schema/operations/${file}.graphql`);

/** A query of the guide for analysts, which explains it and shows it as a chart, with its caller. */
function question(name: string): Pick<Example, 'query' | 'as'> {
  for (const block of fromRoot('docs/guides/analysts.md').split('\n```graphql as=').slice(1)) {
    const [head = '', ...lines] = block.slice(0, block.indexOf('\n```')).split('\n');
    const as = head.split(' ')[0] ?? '';
    const query = `${lines.join('\n')}\n`;
    if (query.includes(`query ${name}`) && isCaller(as)) return { query, as };
  }
  throw new Error(`docs/guides/analysts.md has no query ${name}`);
}

const isCaller = (name: string): name is ExampleCaller =>
  ['alpha', 'beta', 'portal', 'billing', 'operator'].includes(name);
