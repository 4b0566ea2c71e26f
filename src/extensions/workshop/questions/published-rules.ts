import { type Actor, includesRole, isOf, isPermitted } from '../../../base/actor.ts';
import { withCheck } from '../../../base/base62.ts';
import type { Calendar } from '../../../base/calendar.ts';
import { parseDuration } from '../../../base/calendar.ts';
import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { isBlank } from '../../../registry/rules/text.ts';

/** The address of the board that the demo world shows. */
export const publishedBoard = `zgb_${withCheck('sandboxBoardOfTheRegistryOnTheWall')}`;

/** The callers that can publish queries with their own rights (docs/rules/questions.md#publishing). */
const makers = ['registrar', 'portal', 'billing', 'operator'] as const;
export type MakerKind = (typeof makers)[number];

/** How the page of a question shows it. */
export interface QuestionView {
  readonly as: (typeof views)[number];
  readonly kind?: (typeof chartKinds)[number] | undefined;
  readonly across?: string | undefined;
  readonly value?: string | undefined;
  readonly stackedBy?: string | undefined;
}
export const views = ['TABLE', 'CHART'] as const;
export const chartKinds = ['BARS', 'STACKED_BARS', 'LINE', 'AREA', 'SHARE'] as const;

export const mostPublished = limit(
  'open questions of one registrar, portal or client, and boards',
  100,
  'More than anybody looks after.',
);
export const mostOnBoard = limit('questions on a board', 20, 'More do not fit onto a wall.');
/** The most reads of a question by one network and by all, by the registry's clock. */
export const readingsAnHour = { ofOne: 60, ofAll: 600 } as const;

export const longestName = limit('characters of the name of a published question', 100, 'It is a title.');
const usualTime = limit(
  'how long a published question stays open, unless its maker says so',
  'P90D',
  'A season.',
);
/** The longest that personal data are published, and how long when nothing is said. */
export const timeOfPersonalData = { days: 30 };

interface StoredMaker {
  readonly maker: MakerKind;
  readonly maker_name: string;
  readonly registrar_id: number | null;
  readonly api_user_id: number | null;
}

/** The publisher as stored: without its rights, which are looked up at each read. */
export function madeBy(actor: Actor): StoredMaker {
  const none = { registrar_id: null, api_user_id: null };
  switch (actor.kind) {
    case 'registrar':
      return {
        maker: 'registrar',
        maker_name: actor.username,
        registrar_id: actor.registrarId,
        api_user_id: actor.userId,
      };
    case 'portal':
    case 'operator':
      return { maker: actor.kind, maker_name: actor.token, ...none };
    case 'billing':
      return { maker: 'billing', maker_name: actor.initiator, ...none };
    default:
      throw new TypeError(`${actor.kind} publishes nothing`);
  }
}

/** Registrars see those of all their users, portals and billing clients their own, operators all. */
export function seesPublished(made: Omit<StoredMaker, 'api_user_id'>, actor: Actor): boolean {
  if (actor.kind === 'operator') return true;
  if (actor.kind === 'registrar') return isOf(made.registrar_id, actor);
  return isMaker(actor) && isSame(made, madeBy(actor));
}

/**
 * The publisher, every user of the same registrar with the role SUPER, and operators: SUPPORT for those of registrars
 * and services, ADMIN for all.
 */
export function mayRevoke(made: StoredMaker, actor: Actor): boolean {
  if (actor.kind === 'operator')
    return (
      includesRole(actor.role, made.maker === 'operator' ? 'ADMIN' : 'SUPPORT') || isSame(made, madeBy(actor))
    );
  return (
    seesPublished(made, actor) &&
    (actor.kind !== 'registrar' ||
      made.api_user_id === actor.userId ||
      isPermitted(actor, ['registrar:super']))
  );
}

/**
 * A caller may change only questions and boards that it may revoke, and put only such questions on boards; an ADMIN
 * only those made by operators. A question is read with its publisher's rights, so nobody may show one whose answer
 * it may not see itself.
 */
export const mayShow = (made: StoredMaker, actor: Actor): boolean =>
  (actor.kind !== 'operator' || made.maker === 'operator') && mayRevoke(made, actor);

const isMaker = ({ kind }: Actor): boolean => makers.some((maker) => maker === kind);

const isSame = (one: Omit<StoredMaker, 'api_user_id'>, other: StoredMaker): boolean =>
  one.maker === other.maker && one.maker_name === other.maker_name;

export function nameFailure(name: string): Failure | undefined {
  const path = ['name'];
  if (isBlank(name)) return failure('REQUIRED_PARAMETER_MISSING', 'Name is missing', { path });
  return name.length > longestName
    ? failure('PARAMETER_VALUE_SYNTAX', `Name must have at most ${longestName} characters`, { path })
    : undefined;
}

/**
 * Returns the end of a question: from one day to a year, with personal data up to 30 days; by the registry's clock
 * and calendar.
 */
export function endOf(
  { calendar, now }: { readonly calendar: Calendar; readonly now: Date },
  expiresIn: string | undefined,
  hasPersonalData = false,
): Date | Failure {
  const path = ['expiresIn'];
  const span = parseDuration(expiresIn ?? (hasPersonalData ? 'P30D' : usualTime));
  if (!span) return failure('PARAMETER_VALUE_SYNTAX', 'Expires in must be a duration such as P90D', { path });
  const end = calendar.after(now, span);
  const most = hasPersonalData ? timeOfPersonalData : { years: 1 };
  if (end && end >= calendar.plus(now, { days: 1 }) && end <= calendar.plus(now, most)) return end;
  return failure(
    'PARAMETER_VALUE_RANGE',
    hasPersonalData
      ? 'Expires in must be P1D to P30D for a question with personal data'
      : 'Expires in must be P1D to P1Y',
    { path },
  );
}

export const tooManyPublished = (what: string): Failure =>
  failure('PARAMETER_VALUE_POLICY', `At most ${mostPublished} ${what} may be open: revoke one first`);
