import {
  boolean,
  entity,
  identity,
  integer,
  json,
  moment,
  reference,
  text,
} from '../../../registry/entities/entity.ts';
import { longestName, type MakerKind, type QuestionView } from './published-rules.ts';
import type { Wall } from './walls.ts';

/** Fields that questions and boards share: an address, and the caller with whose rights they are read. */
const published = (createdBy: string) => ({
  id: identity(),
  /** SHA-256 in hexadecimal digits. */
  hash: text().secret(),
  name: text()
    .written()
    .atMost(longestName)
    .shown('The name that its publisher has given it.')
    .filter('By the name that its publisher has given it.'),
  maker: text<MakerKind>(),
  /** The name of the user, of the portal's or operator's token, or of the billing client. */
  maker_name: text(),
  /** The name of the secret that the billing client used (base/secrets.ts). */
  maker_secret: text().secret().nullable().defaulted(),
  registrar_id: reference().nullable(),
  api_user_id: reference().nullable(),
  /**
   * The user who signed in, if it was published in a session that was opened by switching users. Such sessions cannot
   * publish any more.
   */
  switched_from: reference().nullable().defaulted(),
  created_by: text().written().shown(createdBy).filter('By its maker: {eq: "alpha"}.'),
  created_at: moment()
    .shown('When it was published.')
    .filter('By publication time: {gte: "-P7D"} is the last week.')
    .order('By publication time.')
    .groups('When they were published.'),
  expires_at: moment()
    .shown('When it ends and can no longer be read.')
    .filter('By end time: {gte: "PT0S"} are those that can still be read.')
    .order('By end time.')
    .groups('When they end.'),
  revoked_at: moment().nullable().defaulted(),
  /** The moment at which its registrar was notified that it expires soon. */
  end_noticed_at: moment().nullable().defaulted(),
});

export const question = entity('questions', {
  ...published(
    'The user, service or operator that published it; it runs with the rights that they have when it is read.',
  ),
  document: text().written().shown('The query that it runs.'),
  variables: json<Readonly<Record<string, unknown>>>().written().shown('The variables of the query.'),
  look: json<QuestionView & Readonly<Record<string, unknown>>>()
    .written()
    .nullable()
    .shown('How its page shows it, as given when it was published; null means as a table.'),
  personal_data: boolean()
    .shown('Whether it was published to show personal data, which ends after 30 days.')
    .filter('Whether it may show personal data.'),
  last_read_at: moment()
    .nullable()
    .defaulted()
    .shown('When it was last read; null when it was never read.')
    .filter('By time of the last read: {isNull: true} are those that were never read.'),
  reads: integer().measure('COUNT').defaulted().shown('How often it was read.'),
  hour_from: moment().nullable().defaulted(),
  hour_reads: integer().defaulted(),
});

export const board = entity('boards', {
  ...published('The user, service or operator that published it.'),
  /** The places of its cards, and by what its readers may narrow it; null for a board that nobody has arranged. */
  wall: json<Wall & Readonly<Record<string, unknown>>>().written().nullable().defaulted(),
});
