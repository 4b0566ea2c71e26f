import { day, entity, identity, moment, reference, text } from './entity.ts';

const byName = 'By the name, in alphabetical order.';

/** Names that can be registered only with their registration code. */
export const reservedName = entity('reserved_names', {
  id: identity(),
  name: text()
    .shown('The name with its zone, such as tamm.ee.', 'DomainName')
    .filter('By the name: {startsWith: "tam"}.')
    .order(byName),
  name_puny: text(),
  password: text().historySecret(),
  reservation_id: reference().nullable(),
  expires_at: moment()
    .nullable()
    .shown('Until when it is reserved; null when there is no end.')
    .filter('By end of the reservation: {isNull: true} are those without an end.'),
  /** It was paid for, and the payer has been notified. */
  found_paid_at: moment().nullable().defaulted(),
  created_at: moment()
    .shown('Since when it is reserved.')
    .filter('By start of the reservation: {gte: "-P7D"} is the last week.')
    .order('By start of the reservation.')
    .groups('Since when they are reserved.'),
  updated_at: moment(),
});

/** Names that nobody can register. */
export const blockedName = entity('blocked_names', {
  id: identity(),
  name: text()
    .shown('The name that nobody can register.', 'DomainName')
    .filter('By the name: {startsWith: "tam"}.')
    .order(byName),
  name_puny: text(),
  created_at: moment()
    .shown('Since when it is blocked.')
    .filter('By start of the block: {gte: "-P7D"} is the last week.')
    .order('By start of the block.')
    .groups('Since when they are blocked.'),
});

export const dispute = entity('disputes', {
  id: identity(),
  name: text()
    .shown('The name that is disputed.', 'DomainName')
    .filter('By the name that is disputed: {eq: "tamm.ee"}.')
    .order(byName),
  name_puny: text(),
  password: text().historySecret(),
  starts_at: day()
    .shown('The first day of the dispute.')
    .filter('By its first day: {gt: "PT0S"} are those yet to begin.'),
  expires_at: day()
    .shown('The last day of the dispute.')
    .filter('By its last day: {lte: "P30D"} is within 30 days.')
    .order('By their last day.'),
  closed_at: moment()
    .nullable()
    .shown('When it was ended before its last day; null when it was not.')
    .filter('By closing time; {isNull: true} are the open ones.'),
  initiator: text().nullable(),
  created_at: moment()
    .filter('By time of opening: {gte: "-P7D"} is the last week.')
    .order('By time of opening.')
    .groups('When they were opened.'),
});
