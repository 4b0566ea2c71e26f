import type { Calendar, LocalDate } from '../../../base/calendar.ts';
import type { Money } from '../../../base/money.ts';
import type { ForceDeleteKind, ForceDeleteMoments } from '../domain/end-of-life.ts';

/** The kinds of messages, for programs. */
export const pollMessageKinds = [
  'domain_update_confirmed',
  'domain_update_rejected',
  'domain_update_not_confirmed',
  'domain_deletion_confirmed',
  'domain_deletion_rejected',
  'domain_deletion_not_confirmed',
  'domain_deleted',
  'domain_transferred',
  'force_delete_set',
  'force_delete_cancelled',
  'redemption_started',
  'client_hold_set',
  'contact_archived',
  'status_set',
  'status_cancelled',
  'invoice_paid',
  'webhook_switched_off',
  'contact_merged',
  'user_link_ended',
  'registry_act',
  'registry_news',
  'registry_maintenance',
  'registry_incident',
  'registry_rules',
  'certificate_ending',
  'access_token_ending',
  'question_ending',
  'board_ending',
] as const;

/** `other` for messages of another registry that have none of these kinds. */
export type NotificationKind = (typeof pollMessageKinds)[number] | 'other';

const kindsOfTexts: readonly (readonly [RegExp, (typeof pollMessageKinds)[number]])[] = [
  [/^Registrant confirmed domain update: /, 'domain_update_confirmed'],
  [/^Registrant rejected domain update: /, 'domain_update_rejected'],
  [/^Registrant did not confirm domain update: /, 'domain_update_not_confirmed'],
  [/^Registrant confirmed domain deletion: /, 'domain_deletion_confirmed'],
  [/^Registrant rejected domain deletion: /, 'domain_deletion_rejected'],
  [/^Registrant did not confirm domain deletion: /, 'domain_deletion_not_confirmed'],
  [/^Domain deleted!: /, 'domain_deleted'],
  [/^Transfer of domain \S+ has been approved\./, 'domain_transferred'],
  [/^Force delete set on domain /, 'force_delete_set'],
  [/^Force delete is cancelled on domain /, 'force_delete_cancelled'],
  [/^For domain \S+ started \d+-days redemption grace period/, 'redemption_started'],
  [/^clientHold status set on domain /, 'client_hold_set'],
  [/^Contact with code \S+ has been archieved /, 'contact_archived'],
  [/^\w+ set on domain /, 'status_set'],
  [/^\w+ is cancelled on domain /, 'status_cancelled'],
  [/^Invoice no\. \d+ has been paid\./, 'invoice_paid'],
];

/** A message of another registry, of which only the text is known. */
export const kindOfMessage = (text: string): NotificationKind =>
  kindsOfTexts.find(([words]) => words.test(text))?.[1] ?? 'other';

/** One message of a registrar's poll queue. The caller adds the id of the attached object. */
export interface PollMessage {
  readonly kind: (typeof pollMessageKinds)[number];
  readonly text: string;
  readonly attachedObjType?: string;
}

const message = (kind: PollMessage['kind'], text: string, attachedObjType?: string): PollMessage => ({
  kind,
  text,
  ...(attachedObjType && { attachedObjType }),
});

/** The numbers are those of the table in docs/rules/registrar.md#messages; the texts are what clients match on. */
export const pollMessages = {
  /** 1 */
  updateConfirmed: (domain: string) =>
    message('domain_update_confirmed', `Registrant confirmed domain update: ${domain}`, 'Epp::Domain'),
  /** 2 */
  updateRejected: (domain: string) =>
    message('domain_update_rejected', `Registrant rejected domain update: ${domain}`, 'Epp::Domain'),
  /** 3 */
  updateNotConfirmed: (domain: string) =>
    message('domain_update_not_confirmed', `Registrant did not confirm domain update: ${domain}`, 'Domain'),
  /** 4 */
  deletionConfirmed: (domain: string) =>
    message('domain_deletion_confirmed', `Registrant confirmed domain deletion: ${domain}`, 'Epp::Domain'),
  /** 5 */
  deletionRejected: (domain: string) =>
    message('domain_deletion_rejected', `Registrant rejected domain deletion: ${domain}`, 'Epp::Domain'),
  /** 6 */
  deletionNotConfirmed: (domain: string) =>
    message(
      'domain_deletion_not_confirmed',
      `Registrant did not confirm domain deletion: ${domain}`,
      'Domain',
    ),
  /** 7: the domain is gone, so its last history entry is attached. */
  domainDeleted: (domain: string) =>
    message('domain_deleted', `Domain deleted!: ${domain}`, 'Version::DomainVersion'),
  /** 8, to the old registrar: codes of all admin and tech contacts as they were. */
  transferApproved: (domain: string, registrantCode: string, contactCodes: readonly string[]) =>
    message(
      'domain_transferred',
      `Transfer of domain ${domain} has been approved. It was associated with registrant ${registrantCode}` +
        ` and contacts ${[...new Set(contactCodes)].sort().join(', ')}.`,
      'DomainTransfer',
    ),
  /** 13, and 14 with the address that did not work. */
  forceDeleteSet: (domain: string, moments: ForceDeleteMoments, calendar: Calendar, invalidEmail?: string) =>
    message(
      'force_delete_set',
      `Force delete set on domain ${domain}. ${outzoneAndPurge(moments, calendar)}` +
        (invalidEmail === undefined ? '' : `. Invalid email: ${invalidEmail}`),
    ),
  /** 15 */
  forceDeleteSetOnInvalidCompany: (set: InvalidCompany, calendar: Calendar) =>
    message(
      'force_delete_set',
      `Force delete set on domain ${set.domain}.` +
        ` Force Delete Type: ${set.forceDelete === 'soft' ? 'Soft' : 'Fast Track'}.` +
        ` Force Delete Start Date: ${set.start.split('-').reverse().join('.')}.` +
        ` ${outzoneAndPurge(set.moments, calendar)}. Invalid ident ${set.ident}. ${set.notes}`.trimEnd(),
    ),
  /** 16 */
  forceDeleteCancelled: (domain: string) =>
    message('force_delete_cancelled', `Force delete is cancelled on domain ${domain}`),
  /** 17 */
  redemptionStarted: (domain: string, effectiveFrom: Date, days: number, calendar: Calendar) =>
    message(
      'redemption_started',
      `For domain ${domain} started ${days}-days redemption grace period,` +
        ` ForceDelete will be in effect from ${calendar.formatForText(effectiveFrom)}`,
    ),
  /** 18 */
  clientHoldSet: (domain: string, moments: ForceDeleteMoments, calendar: Calendar) =>
    message(
      'client_hold_set',
      `clientHold status set on domain ${domain}. ${outzoneAndPurge(moments, calendar)}`,
    ),
  /** 19, with the spelling that clients know. */
  contactArchived: (contactCode: string, months: number) =>
    message(
      'contact_archived',
      `Contact with code ${contactCode} has been archieved because it has been orphaned for longer than ${months} months.`,
    ),
  /** 21 */
  statusSet: (domain: string, status: string) => message('status_set', `${status} set on domain ${domain}`),
  /** 21 */
  statusCancelled: (domain: string, status: string) =>
    message('status_cancelled', `${status} is cancelled on domain ${domain}`),
  /** 22 */
  invoicePaid: (number: number, credit: Money) =>
    message(
      'invoice_paid',
      `Invoice no. ${number} has been paid. ${credit} EUR has been added to the account balance`,
      'Invoice',
    ),
  /**
   * This message is not in that table: the incumbent does not have webhooks (docs/rules/webhooks.md#delivery).
   */
  webhookSwitchedOff: (globalId: string, host: string) =>
    message(
      'webhook_switched_off',
      `Webhook ${globalId} at ${host} was switched off: nothing could be delivered for three days`,
    ),
  /** This message is not in that table either (docs/rules/registrar.md#merging-contacts). */
  contactMerged: (contactCode: string, intoCode: string) =>
    message('contact_merged', `Contact with code ${contactCode} has been merged into ${intoCode}`),
  /** This message is not in that table either (docs/rules/self-service.md#switching-users). */
  linkEnded: (username: string) =>
    message(
      'user_link_ended',
      `API user ${username} is no longer linked with users at other registrars: the identity code or the sign-in of one of them was changed`,
    ),
} as const;

export interface InvalidCompany {
  readonly domain: string;
  readonly forceDelete: ForceDeleteKind;
  readonly start: LocalDate;
  readonly moments: ForceDeleteMoments;
  readonly ident: string;
  readonly notes: string;
}

function outzoneAndPurge({ outzoneAt, purgeAt }: ForceDeleteMoments, calendar: Calendar): string {
  return `Outzone date: ${calendar.formatForText(outzoneAt)}. Purge date: ${calendar.formatForText(purgeAt)}`;
}
