import type { Actor } from '../../core/actor.ts';
import type { DomainDraft } from '../../operations/domains/model/domain-draft.ts';
import { withStatuses } from '../../operations/domains/model/save-domain.ts';
import { deletionDates, expiryDates, forceDeleteDates } from '../../rules/domain/end-of-life.ts';
import { withForceDelete } from '../../rules/domain/force-delete.ts';
import { removalMoment } from '../../rules/domain/removal-moment.ts';
import { invent } from './invent.ts';
import type { Condition, DemoDomain } from './names.ts';
import { daysFrom, earlierToday, hoursAgo, job, operator, other, type Stage } from './stage.ts';

/** One thing that happened to a domain, and the domain after it. */
export interface Step {
  readonly at: Date;
  readonly by: Actor;
  readonly operation: string;
  readonly draft: DomainDraft;
  /** What it cost, in months of the price list. */
  readonly charged?: 'create' | 'renew';
}

/** Everything that has happened to a domain, by the registry's own rules, from its registration until now. */
export function lifeOf(demo: DemoDomain, first: DomainDraft, stage: Stage): readonly [Step, ...Step[]] {
  const { calendar, settings } = stage;
  const { months = 12, renewed = 0, condition } = demo;
  const owner = actorOf(first, stage);
  const firstOwner =
    condition === 'transferred' ? stage.registrars[other(owner.registrarCode as 'ALPHA')] : owner;
  const lastExpiry = calendar.startOf(calendar.plusDays(calendar.dateOf(stage.now), demo.in));
  const expiry = (period: number): Date =>
    calendar.minus(lastExpiry, { months: months * (renewed - period) });
  const registered: Step = {
    // At a time of day when people work, a different one for each name.
    at: new Date(expiry(-1).getTime() - hour * (6 + (Number.parseInt(invent(demo.name, 4), 16) % 900) / 100)),
    by: firstOwner,
    operation: 'domain.register',
    draft: withStatuses({ ...first, registrarId: firstOwner.registrarId, expiresAt: expiry(0) }, settings),
    charged: 'create',
  };
  const steps: [Step, ...Step[]] = [registered];
  const then = (step: Omit<Step, 'draft'>, change: Partial<DomainDraft>): void => {
    const before = steps.at(-1)?.draft ?? registered.draft;
    steps.push({ ...step, draft: withStatuses({ ...before, ...change }, settings) });
  };
  for (let period = 1; period <= renewed; period += 1)
    then(
      {
        at: new Date(calendar.minus(expiry(period - 1), { days: 17 }).getTime() + 11.4 * hour),
        by: owner,
        operation: 'domain.renew',
        charged: 'renew',
      },
      { expiresAt: expiry(period) },
    );
  if (condition) happen[condition](then, registered.draft, stage);
  runOut(then, lastExpiry, registered.draft, stage);
  return steps;
}

const hour = 60 * 60 * 1000;

export const actorOf = ({ registrarId }: DomainDraft, { registrars }: Stage) =>
  registrars.ALPHA.registrarId === registrarId ? registrars.ALPHA : registrars.BETA;

type Then = (step: Omit<Step, 'draft'>, change: Partial<DomainDraft>) => void;

const happen: Readonly<Record<Condition, (then: Then, draft: DomainDraft, stage: Stage) => void>> = {
  clientHold: (then, draft, stage) =>
    then(
      { at: daysFrom(stage, -9), by: actorOf(draft, stage), operation: 'domain.set-client-hold' },
      { statuses: ['clientHold'] },
    ),
  locked: (then, _, stage) =>
    then(
      { at: daysFrom(stage, -31), by: operator, operation: 'domain.set-statuses' },
      {
        statuses: ['serverUpdateProhibited', 'serverDeleteProhibited', 'serverTransferProhibited'],
        statusNotes: { serverUpdateProhibited: 'Locked at the wish of its registrant' },
      },
    ),
  manualInzone: (then, _, stage) =>
    then(
      { at: daysFrom(stage, -12), by: operator, operation: 'domain.set-statuses' },
      {
        statuses: ['serverManualInzone'],
        statusNotes: { serverManualInzone: 'Public service, kept in the zone' },
      },
    ),
  updateAsked: (then, draft, stage) =>
    then(
      { at: hoursAgo(stage, 5), by: actorOf(draft, stage), operation: 'domain.update' },
      { statuses: ['pendingUpdate'] },
    ),
  deletionAsked: (then, draft, stage) =>
    then(
      { at: hoursAgo(stage, 3), by: actorOf(draft, stage), operation: 'domain.delete' },
      { statuses: ['pendingDeleteConfirmation'] },
    ),
  deletionApproved: (then, draft, stage) => {
    const asked = daysFrom(stage, -4);
    const answered = daysFrom(stage, -3);
    then(
      { at: asked, by: actorOf(draft, stage), operation: 'domain.delete' },
      { statuses: ['pendingDeleteConfirmation'] },
    );
    then(
      { at: answered, by: { kind: 'anonymous' }, operation: 'domain.decide-pending-change' },
      { ...deletionDates(answered, stage.settings, stage.calendar), statuses: ['pendingDelete'] },
    );
  },
  forceDeleteSoft: (then, draft, stage) => forceDelete(then, draft, stage, 'soft', daysFrom(stage, -2)),
  forceDeleteFast: (then, draft, stage) =>
    forceDelete(then, draft, stage, 'fast_track', earlierToday(stage, 2)),
  forceDeleteStarted: (then, draft, stage) => {
    const set = forceDelete(then, draft, stage, 'fast_track', daysFrom(stage, -6));
    const start = stage.calendar.startOf(set.start ?? stage.calendar.dateOf(stage.now));
    then(
      { at: start, by: job('force-delete'), operation: 'domain.start-force-delete' },
      { forceDelete: { ...set, stage: 'started' } },
    );
  },
  disputed: (then, _, stage) =>
    then({ at: daysFrom(stage, -20), by: operator, operation: 'dispute.open' }, { statuses: ['disputed'] }),
  transferred: (then, { registrant, transferCode }, stage) => {
    const owner = Object.values(stage.registrars).find(
      ({ registrarId }) => registrarId === registrant.registrar_id,
    );
    if (owner)
      then(
        { at: daysFrom(stage, -8), by: owner, operation: 'domain.transfer' },
        { registrarId: owner.registrarId, transferCode: invent(`${transferCode} transferred`, 32) },
      );
  },
};

function forceDelete(then: Then, draft: DomainDraft, stage: Stage, kind: 'soft' | 'fast_track', at: Date) {
  const { settings: grace, calendar } = stage;
  const dates = forceDeleteDates(kind, { expiresAt: draft.expiresAt, now: at, grace, calendar });
  const { statuses, added } = withForceDelete(draft.statuses);
  const set = {
    kind,
    ...dates,
    reason: kind === 'soft' ? 'invalid_email' : 'invalid_phone',
    notes: null,
    stage: 'set' as const,
    statuses: added,
  };
  then({ at, by: operator, operation: 'domain.force-delete' }, { statuses, forceDelete: set });
  return set;
}

/** What the daily jobs have done to a domain whose period is over (docs/rules/registrar.md#what-time-does). */
function runOut(then: Then, expiresAt: Date, { transferCode }: DomainDraft, stage: Stage): void {
  const { now, calendar, settings } = stage;
  if (expiresAt > now) return;
  const { outzoneAt, deleteDate } = expiryDates(expiresAt, settings, calendar);
  const release = calendar.startOf(deleteDate);
  const remindAt = calendar.plus(expiresAt, { days: settings.expirationReminderMail });
  then(
    { at: expiresAt, by: job('expire'), operation: 'domain.expire' },
    { statuses: ['expired'], outzoneAt, deleteDate, remindAt: remindAt > now ? remindAt : null },
  );
  if (outzoneAt > now) return;
  then(
    { at: outzoneAt, by: job('outzone'), operation: 'domain.outzone' },
    { statuses: ['expired', 'serverHold'] },
  );
  if (release > now) return;
  then(
    { at: release, by: job('release'), operation: 'domain.release' },
    {
      statuses: ['expired', 'serverHold', 'deleteCandidate'],
      removeAt: removalMoment({ id: 0, transferCode }, release, now),
    },
  );
}
