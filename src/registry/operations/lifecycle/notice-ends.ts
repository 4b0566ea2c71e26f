import { endingMessage, noticeDays } from '../../rules/registrar/notices.ts';
import { earliestEnd, takeEnding } from '../../store/registry/ending-rows.ts';
import { registrarsById } from '../../store/registry/registrars.ts';
import { writeToOperators, writeToRegistrar } from '../registrar/letters.ts';
import { atMoment, defineJob, jobEvent, momentOf } from './job.ts';

const noticeMs = noticeDays * 24 * 60 * 60 * 1000;
const before = (end: Date): Date => new Date(end.getTime() - noticeMs);

/**
 * Warns of certificates, tokens and others that end soon, once for each: a registrar gets a poll message and a mail,
 * operators get a mail about their own. Those that have ended meanwhile or whose user was deleted are skipped
 * (docs/rules/registrar.md#notices).
 */
export const noticeEnds = defineJob({
  name: 'end-notices',
  operation: 'registrar.notice-ends',
  summary: 'Notifies registrars of certificates, tokens and published questions that end soon.',
  next: () => ({
    earliest: earliestEnd(),
    dueAt: (end) => before(new Date(end)),
  }),
  work: async (context, input) => {
    const { db, calendar } = context;
    const { until, limit } = input;
    const ending = await takeEnding(db, new Date(until.getTime() + noticeMs), until, limit);
    const owners = ending.flatMap(({ registrar_id }) => registrar_id ?? []);
    const registrars = await registrarsById(db, [...new Set(owners)]);
    const events = [];
    for (const one of ending) {
      const { name, registrar_id, created_by, expires_at, useless } = one;
      const moment = momentOf(before(expires_at), input);
      // It has expired meanwhile, or its user was deleted, so there is nothing to announce.
      if (useless || expires_at <= moment) continue;
      const { subject, ...message } = endingMessage(one, name, calendar.dateOf(expires_at));
      const letter = { subject, paragraphs: [`${message.text}. Renew or replace it before that day.`] };
      const then = atMoment(context, moment);
      const registrar = registrars.find(({ id }) => id === registrar_id);
      if (registrar) {
        then.notify({ registrarId: registrar.id, ...message });
        writeToRegistrar(then, registrar, letter);
      } else await writeToOperators(then, { code: created_by }, letter);
      events.push(jobEvent('END_NOTICED', name, moment));
    }
    return { events, taken: ending.length };
  },
});
