import { builder } from '../../../../apis/graphql/builder.ts';
import { currency } from '../../../../apis/graphql/currency.ts';
import { plainFields } from '../../../../apis/graphql/entity-fields.ts';
import { enumOf } from '../../../../apis/graphql/enum-of.ts';
import { enumFilter } from '../../../../apis/graphql/filters.ts';
import { FieldChangeRef } from '../../../../apis/graphql/history/type.ts';
import { listOf } from '../../../../apis/graphql/list.ts';
import { measure } from '../../../../apis/graphql/measures.ts';
import { nodeIsVisible } from '../../../../apis/graphql/node-visibility.ts';
import { NoticesRef } from '../../../../apis/graphql/notices.ts';
import { rowNode } from '../../../../apis/graphql/row-node.ts';
import { UserErrorRef } from '../../../../apis/graphql/user-error.ts';
import { byPeople, byRegistry } from '../../../../apis/graphql/written.ts';
import type { ObjectType } from '../../../../base/events.ts';
import { rows } from '../../../../registry/operations/readers/rows.ts';
import { type Approval, approvalsById } from '../../store/approvals.ts';
import { approvalAddress } from '../ask-approval.ts';
import { type ApprovalState, approval } from '../entity.ts';
import { seesApproval, stateAt } from '../operations/seen-approval.ts';

const ApprovalStateEnum = enumOf<ApprovalState>(
  'ApprovalState',
  'The states of a write that waits for a person.',
  {
    WAITING: 'Nobody has decided yet, or a second person is needed.',
    APPROVED: 'Somebody has approved it: it was done, or refused.',
    DECLINED: 'Somebody has declined it: it is never done.',
    ENDED: 'Nobody has decided in time: it is never done.',
    VOID: 'The access token that asked was revoked: it is never done.',
  },
);

const ObjectKindEnum = enumOf<ObjectType>('ObjectKind', 'The kinds of objects that a write can change.', {
  access_token: 'A secret that a program signs in with.',
  account: 'The prepaid account of a registrar.',
  allowed_ip: 'An address from which users may call.',
  api_user: 'A user of a registrar.',
  approval: 'A write that waits for a person.',
  blocked_name: 'A name that nobody can register.',
  board: 'A page of published questions.',
  bulk_work: 'Work of an operator on many objects.',
  certificate: 'A client certificate of a user.',
  contact: 'A person or organisation behind domains.',
  dispute: 'A dispute over a name.',
  domain: 'A registered domain name.',
  invoice: 'A bill that a registrar or somebody with a reservation pays.',
  notification: 'A poll message.',
  operator: 'Someone who runs the registry.',
  payment: 'A payment at the provider.',
  person: 'Everything that is held about a person.',
  price: 'A price of registering or renewing.',
  question: 'A published question.',
  registrar: 'A company that registers domains.',
  reservation: 'Names that are held for somebody.',
  reserved_name: 'A name that can be registered only with its code.',
  setting: 'A rule of the registry.',
  webhook: 'A server that receives events.',
  zone: 'A zone of the DNS.',
});

type Shown = Approval['shown'];

const ApprovalChangeRef = builder.objectRef<Shown['changes'][number]>('ApprovalChange').implement({
  description: 'An object that a write would change, and how.',
  fields: (t) => ({
    kind: t.expose('type', {
      type: ObjectKindEnum,
      description: 'What it is: a domain, a contact and so on.',
    }),
    name: t.exposeString('name', {
      description: 'The name of the object: a domain name, the code of a contact, the number of an invoice.',
    }),
    fields: t.field({
      type: [FieldChangeRef],
      description: 'The fields that would change, without secrets; long values are shortened.',
      resolve: ({ fields }) => [...fields],
    }),
  }),
});

const ApprovalRefusalRef = builder.objectRef<Shown['refused'][number]>('ApprovalRefusal').implement({
  description: 'An item of a bulk write that would not be done.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The item, such as a domain name.' }),
    message: t.exposeString('message', { description: 'Why it would be refused.' }),
  }),
});

const ApprovedObjectRef = builder
  .objectRef<NonNullable<Approval['result']>[number]>('ApprovedObject')
  .implement({
    description: 'An object that an approved write has changed.',
    fields: (t) => ({
      kind: t.expose('type', {
        type: ObjectKindEnum,
        extensions: byRegistry,
        description: 'What it is: a domain, a contact and so on.',
      }),
      name: t.exposeString('name', {
        extensions: byPeople,
        description: 'The name of the object: a domain name, the code of a contact.',
      }),
    }),
  });

export const approvalRows = rows('approval', approvalsById);

export const ApprovalRef = rowNode<Approval>('Approval', approvalRows.many);

// People who have signed in see what they may do themselves, a token what it has asked for.
nodeIsVisible<Approval>('Approval', ['registrar'], seesApproval);

ApprovalRef.implement({
  description:
    'A write that an access token with the guard approvalNeeded has prepared. People of the registrar who have signed in see those that they may do themselves, and the token that asked sees its own.',
  fields: (t) => ({
    ...plainFields(t, approval),
    state: t.field({
      type: ApprovalStateEnum,
      description: 'Whether it waits, or how it ended.',
      resolve: (row, _, { clock }) => stateAt(row, clock.now()),
    }),
    address: t.string({
      extensions: byRegistry,
      description: 'The page on which a person decides.',
      resolve: ({ id }, _, { container }) => approvalAddress(container.address.publicUrl, id),
    }),
    summary: t.string({
      extensions: byPeople,
      description: 'What would happen, in a sentence: Renews a domain: tamm.ee.',
      resolve: ({ shown }) => shown.summary,
    }),
    currency: currency(t),
    changes: t.field({
      type: [ApprovalChangeRef],
      description: 'The objects that would change; at most the first 50.',
      resolve: ({ shown }) => [...shown.changes],
    }),
    changesCount: t.int({
      extensions: measure('COUNT'),
      description: 'How many objects would change.',
      resolve: ({ shown }) => shown.changed,
    }),
    refusals: t.field({
      type: [ApprovalRefusalRef],
      description: 'The items of a bulk write that would not be done; at most the first 50.',
      resolve: ({ shown }) => [...shown.refused],
    }),
    documentType: t.string({
      nullable: true,
      description: 'The type of the legal document that was sent along; null when there is none.',
      resolve: ({ shown }) => shown.document?.type,
    }),
    notifies: t.field({
      type: NoticesRef,
      description: 'Who would get a mail or a poll message.',
      resolve: ({ shown }) => shown.notices,
    }),
    userErrors: t.field({
      type: [UserErrorRef],
      description: 'Why nothing was done although it was approved; empty otherwise.',
      resolve: ({ refusal }) => [...(refusal ?? [])],
    }),
    result: t.field({
      type: [ApprovedObjectRef],
      nullable: true,
      description: 'The objects that were changed, at most the first 50; null when it was not done.',
      resolve: ({ result }) => (result ? [...result] : null),
    }),
  }),
});

export const approvals = listOf(ApprovalRef, approval, {
  many: 'approvals',
  filters: {
    state: enumFilter('ApprovalStateFilter', ApprovalStateEnum, {
      description: 'Conditions on the state of an approval; all that are given must hold: {eq: WAITING}.',
      verb: 'Has',
      one: 'state',
      many: 'states',
    }),
  },
  types: { state: ApprovalStateEnum },
});
