import { toAscii } from '../../rules/domain/domain-name.ts';
import { insertBlockedNames, insertDisputes, insertReservedNames } from '../../store/sandbox/bulk-inserts.ts';
import { invent } from './invent.ts';
import { reservedName } from './reservations.ts';
import { daysFrom, type Stage } from './stage.ts';

/** Registered only with this code, which README and the tabs quote. */
const reservedCode = 'reserved-sandbox';

/** What the operator has said about names: reserved for good, blocked, disputed. */
export async function seedClaims(stage: Stage): Promise<void> {
  const { db, began, calendar, settings } = stage;
  await insertReservedNames(
    db,
    ['riigikogu.ee', 'president.ee', 'häirekeskus.ee', 'reserved.ee'].map((name) =>
      reservedName(name, reservedCode, began),
    ),
  );
  await insertBlockedNames(
    db,
    ['blocked.ee', 'keelatud.ee', 'wpad.ee'].map((name) => ({
      name,
      name_puny: toAscii(name),
      created_at: began,
    })),
  );
  await insertDisputes(
    db,
    ['vaidlus.ee', 'vaidlusalune.ee'].map((name) => {
      const opened = daysFrom(stage, -20);
      const starts = calendar.dateOf(opened);
      return {
        name,
        name_puny: toAscii(name),
        password: invent(`dispute ${name}`, 32),
        starts_at: starts,
        expires_at: calendar.datePlus(starts, { months: settings.disputePeriodInMonths }),
        closed_at: null,
        initiator: null,
        created_at: opened,
      };
    }),
  );
}
