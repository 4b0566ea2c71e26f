import type { LocalDate } from '../../core/calendar.ts';

export interface ExpiredDomain {
  readonly domain: string;
  readonly registrar: string;
  readonly expiredOn: LocalDate;
  readonly outzoneOn: LocalDate | null;
  readonly deleteOn: LocalDate | null;
}

/** What the people behind an expired domain are written. */
export function expiryReminder({ domain, registrar, expiredOn, outzoneOn, deleteOn }: ExpiredDomain): {
  subject: string;
  text: string;
} {
  const lines = [
    `The domain ${domain} expired on ${expiredOn}.`,
    outzoneOn && `It leaves the zone on ${outzoneOn}: web sites and mail stop working.`,
    deleteOn && `It is deleted on ${deleteOn} or soon after; then anybody can register the name.`,
    '',
    `To keep it, ask your registrar, ${registrar}, to renew it.`,
  ];
  return {
    subject: `The domain ${domain} has expired`,
    text: lines.filter((line) => line !== null).join('\n'),
  };
}
