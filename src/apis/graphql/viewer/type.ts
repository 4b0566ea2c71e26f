import { type Actor, nameOf, personOf } from '../../../base/actor.ts';
import { actorKindOf } from '../../../registry/operations/readers/actor-kinds.ts';
import { linkedUsersOf } from '../../../registry/operations/readers/of-registrars.ts';
import type { LinkedUser } from '../../../registry/operations/readers/shown.ts';
import { abilitiesOf } from '../../../registry/rules/registrar/abilities.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { enumOf } from '../enum-of.ts';
import { ActorKindEnum } from '../history/type.ts';
import { measure } from '../measures.ts';
import { moment } from '../moments.ts';
import { OperatorRoleEnum } from '../nouns/operator.ts';
import { RegistrarRef, UserRoleEnum } from '../registrar/type.ts';

const kinds = {
  registrar: 'REGISTRAR',
  portal: 'PORTAL',
  billing: 'BILLING_CLIENT',
  operator: 'OPERATOR',
} as const;

const ViewerKind = enumOf('ViewerKind', 'The kinds of callers that the registry knows.', {
  REGISTRAR: 'A user of a registrar, or a program with one of its access tokens.',
  PORTAL: 'The portal of the business registry, which reserves names for companies being founded.',
  BILLING_CLIENT: 'One of the services that bill their customers through the registry.',
  OPERATOR: 'Someone who runs the registry.',
});

type RateLimit = NonNullable<Context['rateLimit']>;

const RateLimitRef = builder.objectRef<RateLimit>('RateLimit').implement({
  description: "The caller's budget of points, which GraphQL and REST share, in the present window of time.",
  fields: (t) => ({
    cost: t.exposeInt('cost', {
      extensions: measure('COUNT', 'POINTS'),
      description: 'How many points this request costs at most; unused points are given back.',
    }),
    limit: t.exposeInt('limit', {
      extensions: measure('LEVEL', 'POINTS'),
      description: 'How many points there are in a whole window.',
    }),
    remaining: t.exposeInt('remaining', {
      extensions: measure('LEVEL', 'POINTS'),
      description: 'About how many points are left until the window ends: up to a second old.',
    }),
    resetAt: moment(t, 'resetAt', 'When the window ends and the points are all there again.'),
  }),
});

interface Ability {
  readonly action: string;
  readonly subject: string;
}

const AbilityRef = builder.objectRef<Ability>('Ability').implement({
  description: 'Something that a user may do, in the terms that portals use to decide what to show.',
  fields: (t) => ({
    action: t.exposeString('action', { description: 'What may be done, such as manage or renew.' }),
    subject: t.exposeString('subject', { description: 'To what, such as Invoice or Epp::Domain.' }),
  }),
});

const listedAbilities = (roles: Parameters<typeof abilitiesOf>[0]): Ability[] =>
  Object.entries(abilitiesOf(roles)).flatMap(([action, subjects]) =>
    Object.keys(subjects).map((subject) => ({ action, subject })),
  );

const LinkedUserRef = builder.objectRef<LinkedUser>('LinkedUser').implement({
  description: 'Another user of the same person.',
  fields: (t) => ({
    username: t.exposeString('username', { description: 'The name it signs in with.' }),
    roles: t.expose('roles', { type: [UserRoleEnum], description: 'What that user may do.' }),
    registrar: t.field({
      type: RegistrarRef,
      description: 'The registrar it acts for.',
      resolve: ({ registrar_id }) => registrar_id,
    }),
  }),
});

export const ViewerRef = builder.objectRef<Actor>('Viewer').implement({
  description: 'The caller of this request.',
  fields: (t) => ({
    kind: t.field({
      type: ViewerKind,
      description: 'Which kind of caller you are; it decides what you may see and do.',
      resolve: (actor) => kinds[actor.kind as keyof typeof kinds],
    }),
    name: t.string({
      description: 'The name under which your changes are kept in the history.',
      resolve: nameOf,
    }),
    roles: t.field({
      type: [UserRoleEnum],
      description: 'What a user of a registrar may do; empty for all other callers.',
      resolve: (actor) => (actor.kind === 'registrar' ? [...actor.roles] : []),
    }),
    operatorRole: t.field({
      type: OperatorRoleEnum,
      nullable: true,
      description: 'What you may do if you run the registry; null for all other callers.',
      resolve: (actor) => (actor.kind === 'operator' ? actor.role : null),
    }),
    actorKind: t.field({
      type: ActorKindEnum,
      description: 'The kind of actor under which history records you.',
      resolve: (actor) =>
        actorKindOf({ actor_kind: actor.kind, actor_name: nameOf(actor), operator_id: personOf(actor) }),
    }),
    abilities: t.field({
      type: [AbilityRef],
      description:
        'What a user of a registrar may do, in the terms that portals use; empty for all other callers.',
      resolve: (actor) => (actor.kind === 'registrar' ? listedAbilities(actor.roles) : []),
    }),
    rateLimit: t.field({
      type: RateLimitRef,
      nullable: true,
      description: 'What is left of your budget; null when you are not limited.',
      resolve: (_, __, { rateLimit }) => rateLimit,
    }),
    linkedUsers: t.field({
      type: [LinkedUserRef],
      description:
        'Other users that you can switch to with sessionSwitch: the registry has confirmed the same identity code for them.',
      resolve: async (actor, _, { database }) =>
        actor.kind === 'registrar' ? linkedUsersOf(database.db, actor.userId) : [],
    }),
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: 'The registrar you act for; null for all other callers.',
      resolve: (actor) => (actor.kind === 'registrar' ? actor.registrarId : null),
    }),
  }),
});
