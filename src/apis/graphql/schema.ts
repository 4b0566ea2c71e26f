import {
  DirectiveLocation,
  GraphQLDirective,
  GraphQLNonNull,
  GraphQLSchema,
  GraphQLString,
  lexicographicSortSchema,
} from 'graphql';
import { describePermits } from '../../base/actor.ts';
import { getOrCreate } from '../../base/get-or-create.ts';
import { type OperationDescription, operations } from '../../registry/operations/operation.ts';
import { scopesOfOperation } from '../../registry/rules/scopes.ts';
import './scalars.ts';
import './viewer/queries.ts';
import './account/queries.ts';
import './account/fields.ts';
import './account/mutations.ts';
import './notification/queries.ts';
import './notification/mutations.ts';
import './contact/queries.ts';
import './contact/mutations.ts';
import './contact/fields.ts';
import './nouns/catalogue.ts';
import './registrar/queries.ts';
import './registrar/mutations.ts';
import './access-token/queries.ts';
import './access-token/mutations.ts';
import './api-user/queries.ts';
import './api-user/fields.ts';
import './api-user/mutations.ts';
import './nouns/certificate.ts';
import './nouns/allowed-ip.ts';
import './webhook/queries.ts';
import './webhook/mutations.ts';
import './nouns/zone.ts';
import './name/queries.ts';
import './name/mutations.ts';
import './statistics/queries.ts';
import './domain/operator-mutations.ts';
import './nouns/setting.ts';
import './nouns/ledger.ts';
import './nouns/log.ts';
import './nouns/operator.ts';
import './nouns/outbox.ts';
import './nouns/job.ts';
import './nouns/payment.ts';
import './nouns/payment-disagreement.ts';
import './domain/queries.ts';
import './domain-event/queries.ts';
import './domain/check-queries.ts';
import './domain/action-fields.ts';
import './domain/transfer-queries.ts';
import './domain/money-fields.ts';
import './domain/mutations.ts';
import './notification/fields.ts';
import './domain/part-mutations.ts';
import './domain/bulk-mutations.ts';
import './domain/change-mutations.ts';
import './invoice/queries.ts';
import './invoice/paper-fields.ts';
import './invoice/registrar-mutations.ts';
import './invoice/operator-mutations.ts';
import './invoice/mutations.ts';
import './invoice/payment-mutations.ts';
import './invoice/export-mutations.ts';
import './reservation/queries.ts';
import './reservation/mutations.ts';
import './notification/subscriptions.ts';
import './domain/subscriptions.ts';
import './domain/list-subscriptions.ts';
import './contact/subscriptions.ts';
import './invoice/subscriptions.ts';
import './transaction/subscriptions.ts';
import './visibility.ts';
import { noteShownObjects } from './access-log-plugin.ts';
import { builder } from './builder.ts';
import { measureDirective, printMeasures } from './measures.ts';
import { guardEdges } from './node-visibility.ts';
import { runsOnce } from './repeated-documents.ts';
import { type Narrowing, servedBy } from './served-fields.ts';
import { asSubgraph } from './subgraph.ts';

const rest = new GraphQLDirective({
  name: 'rest',
  description: 'Names the call of the REST APIs that does the same.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    method: { type: new GraphQLNonNull(GraphQLString), description: 'The HTTP method of that call.' },
    path: {
      type: new GraphQLNonNull(GraphQLString),
      description: 'The path of that call; :name is a parameter.',
    },
  },
});

/** The introduction for analysts, in GraphiQL's docs and in the printed schema. */
const description = `A national domain registry as one graph: domains and the people behind them, money, reservations, invoices.

Begin with \`viewer\`, which shows who you are, then \`domains\` or \`invoices\`. Lists come in pages: ask for \`first: 50\`, continue with
\`after\`, count with \`totalCount\`, narrow them down with \`where\`:

    {
      domains(
        first: 50
        where: { expiresAt: {
          gte: "PT0S", lt: "P30D"
        } }
      ) {
        totalCount
        nodes {
          name
          expiresAt
          registrant { name }
          renewQuote { price }
        }
      }
    }

A query whose one field is a list comes as CSV when it is asked for with \`Accept: text/csv\`.
Every mutation can be tried with \`dryRun: true\` and repeated safely with an \`idempotencyKey\`; problems with it are in
its \`userErrors\`.`;

interface Kinds {
  /** What extensions leave out of the schema. */
  readonly narrowedBy?: readonly Narrowing[];
  /** True if it is a part of a larger graph. */
  readonly federation?: boolean;
}

const schemas = new Map<string, GraphQLSchema>();

/** The whole graph, with the REST twin of each field and who may use it from the table of operations; made once. */
export const buildSchema = ({ narrowedBy = [], federation = false }: Kinds = {}): GraphQLSchema =>
  getOrCreate(schemas, `${narrowedBy.map(({ name }) => name).join()} ${federation}`, () =>
    build({ narrowedBy, federation }),
  );

function build({ narrowedBy, federation }: Required<Kinds>): GraphQLSchema {
  const config = servedBy(wholeGraph(), narrowedBy).toConfig();
  const schema = lexicographicSortSchema(
    new GraphQLSchema({ ...config, description, directives: [...config.directives, measureDirective, rest] }),
  );
  printMeasures(schema);
  for (const operation of operations.values()) {
    const { graphql, rest: twin, permits, operators, countsAttempts } = operation;
    if (!graphql) continue;
    const [typeName = '', fieldName = ''] = graphql.split('.');
    const type = schema.getType(typeName);
    const field = type && 'getFields' in type ? type.getFields()[fieldName] : undefined;
    // test/apis/graphql/schema.test.ts tells of an operation whose twin is not there; REST need not wait for it.
    if (!field) continue;
    if (!permits.includes('anonymous'))
      field.description = `${field.description} For ${describePermits(permits, operators)}.${scopeSentence(operation)}`;
    field.extensions = { ...field.extensions, permits, ...(countsAttempts && runsOnce) };
    if (!twin) continue;
    const [method, path] = twin.split(' ');
    const { directives } = field.extensions;
    field.extensions = {
      ...field.extensions,
      directives: { ...(directives as object), rest: { method, path } },
    };
  }
  return federation ? asSubgraph(schema) : schema;
}

/** Says which scopes an access token needs; nothing where READ is enough, or no caller has a token. */
function scopeSentence(operation: OperationDescription): string {
  const scopes = operation.permits.some((permit) => /^(registrar|operator)/.test(permit))
    ? scopesOfOperation(operation)
    : [];
  if (scopes.every((scope) => scope === 'READ')) return '';
  if (scopes.includes('SIGN_IN')) return ' Not with an access token.';
  return ` An access token needs the ${scopes.length > 1 ? 'scopes' : 'scope'} ${scopes.join(' and ')}.`;
}

const wholeGraph = (): GraphQLSchema => noteShownObjects(guardEdges(builder.toSchema({ sortSchema: false })));
