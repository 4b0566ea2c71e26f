import { blockedName, dispute, reservedName } from '../../../registry/entities/names.ts';
import { blockedNameRows, disputeRows, reservedNameRows } from '../../../registry/operations/readers/rows.ts';
import type {
  BlockedName,
  Dispute,
  ReservedName,
  RetainedName,
} from '../../../registry/operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { plainFields } from '../entity-fields.ts';
import { enumOf } from '../enum-of.ts';
import { BooleanFilter } from '../filters.ts';
import { key } from '../groups.ts';
import { listOf } from '../list.ts';
import { ReservationRef } from '../reservation/type.ts';
import { rowNode } from '../row-node.ts';

/** Lists show no codes. */
type Listed<Row extends { readonly password: string }> = Omit<Row, 'password'> & {
  readonly password: string | null;
};

/** Found by its id, it shows no more than in a list. */
const withoutPassword = <Row extends { readonly password: string }>(row: Row): Listed<Row> => ({
  ...row,
  password: null,
});

export const ReservedNameRef = rowNode<Listed<ReservedName>>('ReservedName', async (db, ids) =>
  (await reservedNameRows.many(db, ids)).map(withoutPassword),
);

ReservedNameRef.implement({
  description: 'A reserved name, which can be registered only with its code.',
  fields: (t) => ({
    ...plainFields(t, reservedName),
    password: t.expose('password', {
      type: 'Secret',
      nullable: true,
      description: 'The code with which it can be registered; null in lists.',
    }),
    reservation: t.field({
      type: ReservationRef,
      nullable: true,
      description: 'The reservation of a portal that holds it; null when an operator reserved it.',
      resolve: ({ reservation_id }) => reservation_id,
    }),
  }),
});

export const reservedNames = listOf(ReservedNameRef, reservedName, {
  many: 'reserved names',
  where: {
    byPortal: [
      BooleanFilter,
      'By who reserved it: {eq: true} are those that portals hold, {eq: false} those of operators.',
    ],
  },
  keys: {
    BY_PORTAL: key('Boolean', 'Whether a portal holds them for a customer, or an operator reserved them.'),
    ZONE: key('String', 'The zone that they belong to.'),
  },
});

export const BlockedNameRef = rowNode<Omit<BlockedName, 'name_puny'>>('BlockedName', blockedNameRows.many);

BlockedNameRef.implement({
  description: 'A name that nobody can register.',
  fields: (t) => plainFields(t, blockedName),
});
export const blockedNames = listOf(BlockedNameRef, blockedName, {
  many: 'blocked names',
  keys: { ZONE: key('String', 'The zone that they belong to.') },
});

export const DisputeRef = rowNode<Listed<Dispute>>('Dispute', async (db, ids) =>
  (await disputeRows.many(db, ids)).map(withoutPassword),
);

DisputeRef.implement({
  description:
    'A dispute over a name: while it is open, registering the name or changing its registrant requires its password.',
  fields: (t) => ({
    ...plainFields(t, dispute),
    password: t.expose('password', {
      type: 'Secret',
      nullable: true,
      description: 'The password with which the winner can take the name; null in lists.',
    }),
  }),
});

export const disputes = listOf(DisputeRef, dispute, {
  many: 'disputes',
  example: '{closedAt: {isNull: true}} are those that are still open.',
  keys: {
    OPEN: key('Boolean', 'Whether they are open.'),
    ZONE: key('String', 'The zone of the name.'),
  },
});

export const RetainedNameKindEnum = enumOf('RetainedNameKind', 'Why a name cannot simply be registered.', {
  blocked: 'It cannot be registered.',
  reserved: 'It can be registered only with its code.',
  disputed: 'A dispute over the name is open.',
});

export const RetainedNameRef = builder.objectRef<RetainedName>('RetainedName').implement({
  description: 'A name that cannot simply be registered.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'The name, with its zone.' }),
    punycode: t.exposeString('name_puny', { description: 'The same name in ASCII, as in the DNS.' }),
    kind: t.expose('kind', { type: RetainedNameKindEnum, description: 'Why it cannot be registered.' }),
  }),
});
export const RetainedNameConnection = connectionOf(RetainedNameRef, 'retained names');
