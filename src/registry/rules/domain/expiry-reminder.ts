import type { LocalDate } from '../../../base/calendar.ts';
import { type Letter, letter } from '../words/letters.ts';

export interface ExpiredDomain {
  readonly domain: string;
  readonly registrar: string;
  readonly expiredOn: LocalDate;
  readonly outzoneOn: LocalDate | null;
  readonly deleteOn: LocalDate | null;
}

/** The mail to the contacts of an expired domain. */
export const expiryReminder = ({
  domain,
  registrar,
  expiredOn,
  outzoneOn,
  deleteOn,
}: ExpiredDomain): Letter =>
  letter((say) => ({
    subject: say('expiredSubject', { domain }),
    paragraphs: [
      [
        say('expired', { domain, date: expiredOn }),
        outzoneOn && say('leavesZone', { date: outzoneOn }),
        deleteOn && say('isDeleted', { date: deleteOn }),
      ]
        .filter(Boolean)
        .join('\n'),
      say('howToKeep', { registrar }),
    ],
  }));
