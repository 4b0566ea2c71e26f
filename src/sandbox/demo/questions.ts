import { fingerprint } from '../../core/secrets.ts';
import {
  confirmationMails,
  type Mail,
  type Question,
} from '../../operations/domains/model/confirmation-mails.ts';
import { answerBy } from '../../operations/domains/model/request-confirmation.ts';
import { expiryReminder } from '../../rules/domain/expiry-reminder.ts';
import { insertPendingChanges } from '../../store/sandbox/bulk-inserts.ts';
import { insertSandboxMails, type SandboxMail } from '../../store/sandbox/sandbox-mails.ts';
import { actorOf } from './domain-steps.ts';
import type { LivedDomain } from './domains.ts';
import { invent } from './invent.ts';
import { contactCalled, type Stage } from './stage.ts';

const newcomers: Readonly<Record<string, string>> = {
  'uusomanik.ee': 'ALPHA:ILVES',
  'vahetus.ee': 'BETA:PARN',
};
const registrarNames: Readonly<Record<string, string>> = { ALPHA: 'Alpha Domains', BETA: 'Beta Names' };

/** The token in the mail about a domain: the same in every demo world, so that a document may link to it. */
export const tokenFor = (domain: string): string => invent(`token ${domain}`, 84);

/** What registrants are asked, and the mails that the registry has sent lately. */
export async function seedQuestions(stage: Stage, domains: readonly LivedDomain[]): Promise<void> {
  const asked = domains.flatMap((domain) => {
    const question = questionAbout(domain, stage);
    return question ? [{ domain, question, at: domain.life.at(-1)?.at ?? stage.now }] : [];
  });
  await insertPendingChanges(
    stage.db,
    asked.map(({ domain, question, at }) => ({
      domain_id: domain.id,
      kind: question.kind,
      token_hash: fingerprint(tokenFor(domain.demo.name)),
      request: JSON.stringify(
        question.kind === 'update' ? { registrant: { code: question.newRegistrant.code } } : {},
      ),
      requested_by: actorOf(domain.draft, stage).registrarCode,
      asked_at: at,
    })),
  );
  const mails = [
    ...domains.flatMap((domain) => reminders(domain, stage)),
    ...asked.flatMap(({ domain, question, at }) => {
      const link = `${stage.publicUrl}/confirm/${tokenFor(domain.demo.name)}`;
      return confirmationMails(question, {
        domain: domain.demo.name,
        registrant: domain.draft.registrant,
        askedBy: registrarNames[actorOf(domain.draft, stage).registrarCode] ?? '',
        answerBy: stage.calendar.formatForText(answerBy(at, stage.settings)),
        link,
      }).map((mail) => received(mail, at, mail.text.includes(link) ? [link] : []));
    }),
  ];
  mails.sort((one, other) => one.sent_at.getTime() - other.sent_at.getTime());
  await insertSandboxMails(stage.db, mails);
}

function questionAbout({ demo }: LivedDomain, stage: Stage): Question | undefined {
  if (demo.condition === 'deletionAsked') return { kind: 'delete' };
  const newcomer = newcomers[demo.name];
  return newcomer === undefined
    ? undefined
    : { kind: 'update', newRegistrant: contactCalled(stage, newcomer) };
}

/** As the job that reminds registrants has written them. */
function reminders({ demo, draft }: LivedDomain, stage: Stage): Omit<SandboxMail, 'id'>[] {
  const { calendar, settings, now } = stage;
  const sentAt = calendar.plus(draft.expiresAt, { days: settings.expirationReminderMail });
  if (sentAt > now || calendar.plus(sentAt, { days: 14 }) < now) return [];
  const mail = expiryReminder({
    domain: demo.name,
    registrar: registrarNames[actorOf(draft, stage).registrarCode] ?? '',
    expiredOn: calendar.dateOf(draft.expiresAt),
    outzoneOn: draft.outzoneAt && calendar.dateOf(draft.outzoneAt),
    deleteOn: draft.deleteDate,
  });
  return [draft.registrant, ...draft.admins].map(({ email }) => received({ to: email, ...mail }, sentAt, []));
}

const received = ({ to, subject, text }: Mail, at: Date, links: string[]): Omit<SandboxMail, 'id'> => ({
  recipient: to,
  subject,
  text,
  links,
  sent_at: at,
});
