import type { RegistrarActor } from '../../../base/actor.ts';
import { decidePendingChange } from '../../../registry/operations/domains/decide-pending-change.ts';
import { deleteDomain } from '../../../registry/operations/domains/delete-domain.ts';
import { setClientHold } from '../../../registry/operations/domains/set-client-hold.ts';
import { transferDomain } from '../../../registry/operations/domains/transfer-domain.ts';
import { updateDomain } from '../../../registry/operations/domains/update-domain.ts';
import { expireDomains } from '../../../registry/operations/lifecycle/expire-domains.ts';
import { outzoneDomains } from '../../../registry/operations/lifecycle/outzone-domains.ts';
import { releaseDomains } from '../../../registry/operations/lifecycle/release-domains.ts';
import { remindRegistrants } from '../../../registry/operations/lifecycle/remind-registrants.ts';
import { startForceDeletes } from '../../../registry/operations/lifecycle/start-force-deletes.ts';
import { forceDeleteDomain } from '../../../registry/operations/operator/force-delete-domain.ts';
import { setDomainStatuses } from '../../../registry/operations/operator/set-domain-statuses.ts';
import { deterministicHex } from './deterministic-hex.ts';
import { transferCodeOf } from './domains.ts';
import { type Condition, type DemoDomain, names } from './names.ts';
import { type Demo, daysFrom, earlierToday, hoursAgo, job, operator, ownerOf } from './world.ts';

/** The token in the mail about a domain, the same in every demo world so that documents can link to it. */
export const tokenFor = (domain: string): string => deterministicHex(`token ${domain}`, 84);

interface Happening {
  readonly at: Date;
  readonly run: () => Promise<unknown>;
}

/** Changes to domains since their registration, by callers and by jobs, in this order. */
export async function seedEvents(world: Demo): Promise<void> {
  const { runner, began, now } = world;
  const happenings = names.flatMap((demo) =>
    demo.condition ? happen[demo.condition](demo, world, ownerOf(world, demo.of)) : [],
  );
  happenings.sort((one, other) => one.at.getTime() - other.at.getTime());
  for (const { run } of happenings) await run();
  for (const { name, work } of [expireDomains, remindRegistrants, outzoneDomains, startForceDeletes])
    await runner.run({ at: now, by: job(name) }, work, { from: began, until: now, limit: names.length });
  // Last, because released domains are deleted within a day.
  const { name, work } = releaseDomains;
  await runner.run({ at: now, by: job(name) }, work, { from: now, until: now, limit: names.length });
}

type Happens = (demo: DemoDomain, world: Demo, by: RegistrarActor) => Happening[];

const once = (at: Date, run: (at: Date) => Promise<unknown>): Happening => ({ at, run: () => run(at) });

const forceDeleted =
  (kind: 'soft' | 'fast_track', reason: string, moment: (world: Demo) => Date): Happens =>
  ({ name }, world) => [
    once(moment(world), (at) =>
      world.runner.run({ at, by: operator }, forceDeleteDomain, { name, kind, reason }),
    ),
  ];

const statusesSet =
  (days: number, note: string, ...add: string[]): Happens =>
  ({ name }, world) => [
    once(daysFrom(world, -days), (at) =>
      world.runner.run({ at, by: operator }, setDomainStatuses, { name, add, remove: [], note }),
    ),
  ];

const deletionAsked =
  (moment: (world: Demo) => Date): Happens =>
  ({ name }, world, by) => [
    once(moment(world), (at) =>
      world.runner.run({ at, by, secret: tokenFor(name) }, deleteDomain, { name, verified: false }),
    ),
  ];

const happen: Readonly<Record<Condition, Happens>> = {
  clientHold: ({ name }, world, by) => [
    once(daysFrom(world, -9), (at) => world.runner.run({ at, by }, setClientHold, { name })),
  ],
  locked: statusesSet(
    31,
    'Locked at the request of its registrant',
    'serverUpdateProhibited',
    'serverDeleteProhibited',
    'serverTransferProhibited',
  ),
  manualInzone: statusesSet(12, 'Public service, kept in the zone', 'serverManualInzone'),
  updateAsked: ({ name, newcomer = '' }, world, by) => [
    once(hoursAgo(world, 5), (at) =>
      world.runner.run({ at, by, secret: tokenFor(name) }, updateDomain, {
        name,
        registrant: { code: newcomer },
      }),
    ),
  ],
  deletionAsked: deletionAsked((world) => hoursAgo(world, 3)),
  deletionApproved: (demo, world, by) => [
    ...deletionAsked(() => daysFrom(world, -4))(demo, world, by),
    once(daysFrom(world, -3), (at) =>
      world.runner.run({ at, by: { kind: 'anonymous' } }, decidePendingChange, {
        token: tokenFor(demo.name),
        decision: 'approve',
      }),
    ),
  ],
  forceDeleteSoft: forceDeleted('soft', 'invalid_email', (world) => daysFrom(world, -2)),
  forceDeleteFast: forceDeleted('fast_track', 'invalid_phone', (world) => earlierToday(world, 2)),
  forceDeleteStarted: forceDeleted('fast_track', 'invalid_phone', (world) => daysFrom(world, -6)),
  transferred: ({ name }, world, by) => [
    once(daysFrom(world, -8), (at) => {
      const transferCode = transferCodeOf(name);
      const secret = deterministicHex(`${transferCode} transferred`, 32);
      return world.runner.run({ at, by, secret }, transferDomain, { name, transferCode });
    }),
  ],
};
