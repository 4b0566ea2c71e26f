/** The caller. APIs authenticate it (src/apis/access/authenticator.ts); operations and history rely on it. */
export type Actor = RegistrarActor | PortalActor | BillingClientActor | OperatorActor | Anonymous | System;

export type UserRole = 'super' | 'epp' | 'billing';

/** The scopes of access tokens; each includes READ, and no other (docs/rules/access.md#scopes). */
export const scopes = ['READ', 'WRITE', 'SECRETS', 'BILLING'] as const;
export type Scope = (typeof scopes)[number];

/** The access token of a caller who did not send a password, or the published question that is asked for its maker. */
export interface AccessTokenUsed {
  readonly id: number;
  /**
   * The name of the token, or of its app if it has one; undefined for a session of somebody who has signed in.
   */
  readonly name?: string;
  /** The scopes; null for a token from signing in, which may do everything that its user may do. */
  readonly scopes: readonly Scope[] | null;
  /** Further limits on its writes. */
  readonly guards?: Guards | undefined;
  /** Who asked for the write that its user has approved; the guards are those of the token that asked. */
  readonly askedBy?: string;
  /** The approval whose write this is. */
  readonly approved?: ApprovedAttempt;
  /** A session that was opened by switching users: its user has not proved a password of its own. */
  readonly switched?: true;
}

/** One of the processes that try to do an approved write at the same moment; only one may. */
export type ApprovedAttempt = {
  readonly approval: number;
  readonly attempt: number;
  /** Differs for each of them. */
  readonly performer: string;
};

/** Bounds of a token's writes; one that is left out bounds nothing (docs/rules/access.md#guards). */
export type Guards = {
  /** Names, or zones written `*.ee`. */
  readonly domains?: readonly string[] | undefined;
  readonly spendLimit?: { readonly amount: string; readonly per: 'DAY' | 'MONTH' } | undefined;
  readonly maxPrice?: string | undefined;
  readonly outcomeNeeded?: boolean | undefined;
  /** Each write waits for a person. */
  readonly approvalNeeded?: boolean | undefined;
};

export interface RegistrarActor {
  readonly kind: 'registrar';
  readonly accessToken?: AccessTokenUsed;
  /** A fingerprint of the stored password that was proved: another password has another. */
  readonly passwordFingerprint?: string;
  readonly userId: number;
  readonly username: string;
  readonly roles: readonly UserRole[];
  readonly registrarId: number;
  readonly registrarCode: string;
}

interface PortalActor {
  readonly kind: 'portal';
  /** A short fingerprint of the token: distinguishes tokens without holding one. */
  readonly token: string;
  readonly accessToken?: AccessTokenUsed;
}

/** The services that bill through the registry. */
export const initiators = ['registry', 'auction', 'eeid', 'business_registry', 'billing_system'] as const;
export type Initiator = (typeof initiators)[number];

interface BillingClientActor {
  readonly kind: 'billing';
  readonly initiator: Initiator;
  readonly accessToken?: AccessTokenUsed;
}

/**
 * The roles of operators: VIEWER reads, ADMIN does everything, SUPPORT and FINANCE share the rest
 * (docs/rules/access.md#operators).
 */
export const operatorRoles = ['VIEWER', 'SUPPORT', 'FINANCE', 'ADMIN'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Tells whether a role includes another. */
export const includesRole = (role: OperatorRole, other: OperatorRole): boolean =>
  role === 'ADMIN' || other === 'VIEWER' || role === other;

/** The roles that include one of SUPPORT, FINANCE and ADMIN, in words. */
export const rolesWith = (least: OperatorRole): string => (least === 'ADMIN' ? least : `${least} or ADMIN`);

export interface OperatorActor {
  readonly kind: 'operator';
  /** Distinguishes operators without holding a token: a short fingerprint of the token, or `person:7`. */
  readonly token: string;
  readonly role: OperatorRole;
  /** The name of the person, or of the named token. */
  readonly name?: string;
  /** Set if it is a person. */
  readonly operatorId?: number;
  readonly accessToken?: AccessTokenUsed;
  /** The registrar in whose place it acts, during one write (docs/rules/access.md#acting-for-registrars). */
  readonly inPlaceOf?: Sponsor;
}

/** A registrar as the sponsor of domains and contacts. */
export interface Sponsor {
  readonly registrarId: number;
  readonly registrarCode: string;
}

/** Has only what the request itself proves, such as a registrant's token. */
export interface Anonymous {
  readonly kind: 'anonymous';
}

/** The application itself: jobs, the outbox, a trial. */
interface System {
  readonly kind: 'system';
  readonly job: string;
}

export const anonymous: Anonymous = { kind: 'anonymous' };

/**
 * The permitted callers: `registrar` is any of its users, `registrar:epp` those with the role epp or super,
 * `registrar:billing` those with billing or super, `registrar:super` those with super.
 */
export type Permit =
  | 'registrar'
  | 'registrar:epp'
  | 'registrar:billing'
  | 'registrar:super'
  | 'portal'
  | 'billing'
  | 'operator'
  | 'anonymous'
  | 'system';

/** The kinds of external callers. Each is shown a schema of its own. */
export const callerKinds = ['registrar', 'operator', 'portal', 'billing', 'anonymous'] as const;
export type CallerKind = (typeof callerKinds)[number];

/** The system has no schema: it acts for the caller that requested the work. */
export const kindOf = ({ kind }: Actor): CallerKind => (kind === 'system' ? 'anonymous' : kind);

/** Tells whether a caller of this kind can be permitted, with the right role. */
export const isForKind = (permits: readonly Permit[], kind: CallerKind): boolean =>
  permits.some((permit) => permit === 'anonymous' || permit.split(':')[0] === kind);

const permitNames: Readonly<Record<Permit, string>> = {
  registrar: 'registrars',
  'registrar:epp': "registrars' users with the role EPP or SUPER",
  'registrar:billing': "registrars' users with the role BILLING or SUPER",
  'registrar:super': "registrars' users with the role SUPER",
  portal: 'portals',
  billing: 'billing clients',
  operator: 'operators',
  anonymous: 'everybody',
  system: 'no external caller',
};

/** The permitted callers, as text: `portals and operators`; `least` is the role that operators need. */
export function describePermits(permits: readonly Permit[], least: OperatorRole = 'VIEWER'): string {
  const who = permits.map((permit) =>
    permit === 'operator' && least !== 'VIEWER'
      ? `operators with the role ${rolesWith(least)}`
      : permitNames[permit],
  );
  return [who.slice(0, -1).join(', '), who.at(-1)].filter(Boolean).join(' and ');
}

export function isPermitted(actor: Actor, permits: readonly Permit[]): boolean {
  return permits.some((permit) => {
    if (permit === 'anonymous') return true;
    if (permit === 'registrar:epp')
      return actor.kind === 'registrar' && actor.roles.some((r) => r !== 'billing');
    if (permit === 'registrar:billing')
      return actor.kind === 'registrar' && actor.roles.some((r) => r !== 'epp');
    if (permit === 'registrar:super') return actor.kind === 'registrar' && actor.roles.includes('super');
    return actor.kind === permit;
  });
}

/** The caller's name in history, logs and idempotency. Idempotency is shared by all users of a registrar. */
export function nameOf(actor: Actor): string {
  switch (actor.kind) {
    case 'registrar':
      return actor.username;
    case 'portal':
      return `portal ${actor.token}`;
    case 'billing':
      return actor.initiator;
    case 'operator':
      return actor.name ?? `operator ${actor.token}`;
    case 'anonymous':
      return 'anonymous';
    case 'system':
      return actor.job;
  }
}

export function scopeOf(actor: Actor): string {
  if (actor.kind === 'registrar') return `registrar:${actor.registrarId}`;
  // A person and a token may have the same name.
  return `${actor.kind}:${actor.kind === 'operator' ? `operator ${actor.token}` : nameOf(actor)}`;
}

/** The caller's access token, if it came with one. */
export const accessTokenOf = (actor: Actor): AccessTokenUsed | undefined =>
  'accessToken' in actor ? actor.accessToken : undefined;

/** The access token that the caller uses, for records beside the person: a session is none. */
export const namedTokenOf = (actor: Actor): { readonly id: number; readonly name: string } | undefined => {
  const { id, name } = accessTokenOf(actor) ?? {};
  return id === undefined || name === undefined ? undefined : { id, name };
};

/** Who asked for the write, if the caller has approved it (docs/rules/access.md#approvals). */
export const askedByOf = (actor: Actor): string | null => accessTokenOf(actor)?.askedBy ?? null;

/** The scopes that the caller's access token is limited to; undefined: no limit. */
export const scopesOf = (actor: Actor): readonly Scope[] | undefined =>
  accessTokenOf(actor)?.scopes ?? undefined;

/** Tells whether the caller signed in as another user of the same person, and switched. */
export const isSwitched = (actor: Actor): boolean => accessTokenOf(actor)?.switched === true;

/** Tells whether the caller is a user of this registrar. */
export function isOf(registrarId: number | null, actor: Actor): boolean {
  return actor.kind === 'registrar' && actor.registrarId === registrarId;
}

/** The operator's id, if it is a person. */
export const personOf = (actor: Actor): number | null =>
  (actor.kind === 'operator' && actor.operatorId) || null;

/** The kinds of actors, which names alone do not tell apart: a user may be called like a job. */
export type ActorKind = 'PERSON' | 'REGISTRAR_USER' | 'TOKEN' | 'JOB' | 'REGISTRY';

/** Returns the operator, in operations that permit operators only. */
export function operatorOf(actor: Actor): OperatorActor {
  if (actor.kind !== 'operator') throw new TypeError(`an operator was expected, not ${actor.kind}`);
  return actor;
}

/** The username, if the caller is a registrar's user. */
export const usernameOf = (actor: Actor): string | undefined =>
  actor.kind === 'registrar' ? actor.username : undefined;

/** The registrar whose domains and contacts the caller changes: its own, or the one in whose place an operator acts. */
export function sponsorOf(actor: Actor): Sponsor {
  if (actor.kind !== 'operator') return registrarOf(actor);
  if (!actor.inPlaceOf) throw new TypeError('the operator acts for no registrar');
  return actor.inPlaceOf;
}

/** Returns the registrar's user, in operations that permit registrars only. */
export function registrarOf(actor: Actor): RegistrarActor {
  if (actor.kind !== 'registrar') throw new TypeError(`a registrar was expected, not ${actor.kind}`);
  return actor;
}
