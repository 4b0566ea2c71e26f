import type { RegistrarActor } from '../../core/actor.ts';
import { decidePendingChange } from '../../operations/domains/decide-pending-change.ts';
import { deleteDomain } from '../../operations/domains/delete-domain.ts';
import { setClientHold } from '../../operations/domains/set-client-hold.ts';
import { transferDomain } from '../../operations/domains/transfer-domain.ts';
import { updateDomain } from '../../operations/domains/update-domain.ts';
import { expireDomains } from '../../operations/lifecycle/expire-domains.ts';
import { outzoneDomains } from '../../operations/lifecycle/outzone-domains.ts';
import { releaseDomains } from '../../operations/lifecycle/release-domains.ts';
import { remindRegistrants } from '../../operations/lifecycle/remind-registrants.ts';
import { startForceDeletes } from '../../operations/lifecycle/start-force-deletes.ts';
import { forceDeleteDomain } from '../../operations/operator/force-delete-domain.ts';
import { setDomainStatuses } from '../../operations/operator/set-domain-statuses.ts';
import { transferCodeOf } from './domains.ts';
import { invent } from './invent.ts';
import { type Condition, type DemoDomain, names } from './names.ts';
import { daysFrom, earlierToday, hoursAgo, job, operator, ownerOf, type Stage } from './stage.ts';

/** The token in the mail about a domain: the same in every demo world, so that a document may link to it. */
export const tokenFor = (domain: string): string => invent(`token ${domain}`, 84);

interface Happening {
  readonly at: Date;
  readonly run: () => Promise<unknown>;
}

/** Changes to domains since their registration, by somebody and by time, in this order. */
export async function seedEvents(stage: Stage): Promise<void> {
  const { runner, began, now } = stage;
  const happenings = names.flatMap((demo) =>
    demo.condition ? happen[demo.condition](demo, stage, ownerOf(stage, demo.of)) : [],
  );
  happenings.sort((one, other) => one.at.getTime() - other.at.getTime());
  for (const { run } of happenings) await run();
  for (const { name, work } of [expireDomains, remindRegistrants, outzoneDomains, startForceDeletes])
    await runner.run({ at: now, by: job(name) }, work, { from: began, until: now, limit: names.length });
  // Only now: within a day of it those that are released are gone.
  const { name, work } = releaseDomains;
  await runner.run({ at: now, by: job(name) }, work, { from: now, until: now, limit: names.length });
}

type Happens = (demo: DemoDomain, stage: Stage, by: RegistrarActor) => Happening[];

const once = (at: Date, run: (at: Date) => Promise<unknown>): Happening => ({ at, run: () => run(at) });

const forceDeleted =
  (kind: 'soft' | 'fast_track', reason: string, moment: (stage: Stage) => Date): Happens =>
  ({ name }, stage) => [
    once(moment(stage), (at) =>
      stage.runner.run({ at, by: operator }, forceDeleteDomain, { name, kind, reason }),
    ),
  ];

const statusesSet =
  (days: number, note: string, ...add: string[]): Happens =>
  ({ name }, stage) => [
    once(daysFrom(stage, -days), (at) =>
      stage.runner.run({ at, by: operator }, setDomainStatuses, { name, add, remove: [], note }),
    ),
  ];

const deletionAsked =
  (moment: (stage: Stage) => Date): Happens =>
  ({ name }, stage, by) => [
    once(moment(stage), (at) =>
      stage.runner.run({ at, by, secret: tokenFor(name) }, deleteDomain, { name, verified: false }),
    ),
  ];

const happen: Readonly<Record<Condition, Happens>> = {
  clientHold: ({ name }, stage, by) => [
    once(daysFrom(stage, -9), (at) => stage.runner.run({ at, by }, setClientHold, { name })),
  ],
  locked: statusesSet(
    31,
    'Locked at the wish of its registrant',
    'serverUpdateProhibited',
    'serverDeleteProhibited',
    'serverTransferProhibited',
  ),
  manualInzone: statusesSet(12, 'Public service, kept in the zone', 'serverManualInzone'),
  updateAsked: ({ name, newcomer = '' }, stage, by) => [
    once(hoursAgo(stage, 5), (at) =>
      stage.runner.run({ at, by, secret: tokenFor(name) }, updateDomain, {
        name,
        registrant: { code: newcomer },
      }),
    ),
  ],
  deletionAsked: deletionAsked((stage) => hoursAgo(stage, 3)),
  deletionApproved: (demo, stage, by) => [
    ...deletionAsked(() => daysFrom(stage, -4))(demo, stage, by),
    once(daysFrom(stage, -3), (at) =>
      stage.runner.run({ at, by: { kind: 'anonymous' } }, decidePendingChange, {
        token: tokenFor(demo.name),
        decision: 'approve',
      }),
    ),
  ],
  forceDeleteSoft: forceDeleted('soft', 'invalid_email', (stage) => daysFrom(stage, -2)),
  forceDeleteFast: forceDeleted('fast_track', 'invalid_phone', (stage) => earlierToday(stage, 2)),
  forceDeleteStarted: forceDeleted('fast_track', 'invalid_phone', (stage) => daysFrom(stage, -6)),
  transferred: ({ name }, stage, by) => [
    once(daysFrom(stage, -8), (at) => {
      const transferCode = transferCodeOf(name);
      const secret = invent(`${transferCode} transferred`, 32);
      return stage.runner.run({ at, by, secret }, transferDomain, { name, transferCode });
    }),
  ],
};
