import { domainStatuses } from '../rules/domain/statuses.ts';
import { longestTransferCode } from '../rules/domain/transfer-code.ts';
import { knowsSecretsOf } from '../rules/visibility.ts';
import { day, entity, identity, integer, json, list, moment, reference, text, uuid } from './entity.ts';

export type ForceDeleteStage = 'set' | 'started' | 'held';

export const domain = entity('domains', {
  id: identity(),
  /** The UUID; null if another registry has not reported it. */
  uuid: uuid().nullable(),
  name: text()
    .shown('The name in lower-case Unicode, such as kõrvits.ee.', 'DomainName')
    .filter('By the name in Unicode: {startsWith: "tam"}.')
    .order('By the name in Unicode, in alphabetical order.')
    .versioned(),
  name_puny: text()
    .named('punycode')
    .shown('The same name in ASCII, as in the DNS: xn--krvits-pxa.ee.')
    .filter('By the name in ASCII: {startsWith: "xn--"} are those with letters beyond a to z.')
    .versioned(),
  zone_id: reference(),
  registrar_id: reference().draft(),
  registrant_id: reference(),
  transfer_code: text()
    .shown(
      'The transfer code, with which another registrar can take the domain over; null unless you sponsor it.',
      'Secret',
    )
    .visible({ rule: knowsSecretsOf })
    .historySecret()
    .atMost(longestTransferCode)
    .settable({ transfer: 'renewed' }),
  period: integer(),
  period_unit: text<'y' | 'm'>(),
  statuses: list()
    .filter(
      'By its statuses: {containsAny: ["expired", "serverHold"]}. DomainStatus.name lists them all.',
      domainStatuses,
    )
    .versioned()
    .history()
    .draft(),
  status_notes: json<Record<string, string | null>>().history().draft(),
  /** The moments at which the statuses were set, ISO 8601 in UTC. */
  status_times: json<Record<string, string>>(),
  expires_at: moment()
    .shown('When the period that is paid for ends; renewing moves it on.')
    .filter(
      'By expiry time: {gte: "PT0S", lt: "P30D"} is in the next 30 days, {lt: "PT0S"} has ended already.',
    )
    .order('By expiry time.')
    .groups('When the period that is paid for ends.')
    .versioned()
    .history()
    .draft(),
  outzone_at: moment()
    .nullable()
    .shown('When it stops working because it leaves the DNS; null unless it has expired or is being deleted.')
    .filter('By the moment it leaves the DNS: {isNull: false} are those that are about to.')
    .history()
    .draft(),
  delete_date: day()
    .nullable()
    .shown(
      'The day from which it can be deleted and registered by somebody else; null unless it has expired or is being deleted.',
    )
    .filter('By the day from which it can be deleted: {lte: "P7D"} is within a week.')
    .history()
    .draft(),
  remove_at: moment().nullable().draft(),
  force_delete_kind: text<'soft' | 'fast_track'>().nullable(),
  force_delete_start: day().nullable(),
  force_delete_date: day()
    .nullable()
    .shown('The day from which the registry deletes it by force; null unless that was decided.')
    .filter(
      'By the day from which the registry deletes it by force: {isNull: false} where that was decided.',
    ),
  force_delete_reason: text().nullable(),
  force_delete_notes: text().nullable(),
  force_delete_stage: text<ForceDeleteStage>().nullable(),
  force_delete_statuses: list().defaulted(),
  /** The moment at which to remind the registrant that it has expired; null if a reminder is not due. */
  remind_at: moment().nullable().draft(),
  created_at: moment()
    .shown('When it was registered for the first time.')
    .filter('By registration time: {gte: "-P7D"} is the last week.')
    .order('By registration time.')
    .groups('When they were registered.')
    .versioned(),
  updated_at: moment()
    .shown('When anything about it was last changed.')
    .filter('By time of the last change: {gte: "-P1D"} is the last day.')
    .order('By time of the last change.'),
});
