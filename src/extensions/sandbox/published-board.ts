import type { Services } from '../../apis/services.ts';
import { nameOf } from '../../base/actor.ts';
import { fingerprint, tokenName } from '../../base/secrets.ts';
import type { Db } from '../../registry/store/driver/connections/pool.ts';
import type { QuestionView } from '../workshop/questions/published-rules.ts';
import { publishedBoard } from '../workshop/questions/published-rules.ts';
import type { Card, Wall } from '../workshop/questions/walls.ts';
import { insertBoard, insertQuestion } from '../workshop/store/published.ts';
import { sandboxSecrets } from './settings.ts';

interface Shown extends Omit<Card, 'question'> {
  readonly name?: string;
  readonly document?: string;
  readonly look?: QuestionView;
}

const number = { y: 0, width: 3, height: 2 };
const half = { width: 6, height: 5 };

const shown: readonly Shown[] = [
  {
    ...number,
    x: 0,
    name: 'Domains, and 30 days ago',
    document: '{ domains { totalCount } before: domains(asOf: "-P30D") { totalCount } }',
  },
  {
    ...number,
    x: 3,
    name: 'Renewed in the last 90 days',
    document:
      '{ domainEvents(where: { kind: { eq: RENEWED }, at: { gte: "-P90D", lt: "PT0S" } }) { groups(by: [], compareTo: "P90D") { count before { count } } } }',
  },
  {
    ...number,
    x: 6,
    name: 'Still to come from invoices',
    document:
      '{ invoices(where: { status: { in: [UNPAID, OVERDUE, FAILED] }, bulk: { eq: false } }) { groups(by: []) { sum } } }',
  },
  {
    ...number,
    x: 9,
    text: '# The registry today\nNumbers of the sandbox. Narrow all cards by registrar, zone or period above, or press Full screen.',
  },
  {
    ...half,
    x: 0,
    y: 2,
    name: 'What happened to domains, by month',
    document:
      '{ domainEvents(where: { kind: { in: [REGISTERED, RENEWED, TRANSFERRED, DELETED] }, at: { gte: "-P12M", lt: "PT0S" } }) { groups(by: [{ field: AT, per: MONTH }, { field: KIND }]) { at kind count } } }',
    look: { as: 'CHART', kind: 'STACKED_BARS', across: 'at', value: 'count', stackedBy: 'kind' },
  },
  {
    ...half,
    x: 6,
    y: 2,
    name: 'Domains by zone and registrar',
    document:
      '{ domains { groups(by: [{ field: ZONE }, { field: REGISTRAR }]) { zone registrar { code } count } } }',
    look: { as: 'CHART', kind: 'STACKED_BARS', across: 'zone', value: 'count', stackedBy: 'registrar.code' },
  },
  {
    ...half,
    x: 0,
    y: 7,
    name: 'When domains expire',
    document:
      '{ domains(where: { expiresAt: { gte: "PT0S", lt: "P12M" } }) { groups(by: [{ field: EXPIRES_AT, per: MONTH }]) { expiresAt count } } }',
    look: { as: 'CHART', kind: 'AREA', across: 'expiresAt', value: 'count' },
  },
  {
    ...half,
    x: 6,
    y: 7,
    name: 'The next to expire',
    document:
      '{ domains(first: 12, where: { expiresAt: { gte: "PT0S" } }, orderBy: { field: EXPIRES_AT }) { nodes { name expiresAt registrar { code } } } }',
  },
];

/**
 * A board to look at, at an address that everybody knows; its questions are an operator's and hold no personal data.
 */
export async function publishBoard(
  db: Db,
  { clock, calendar }: Pick<Services, 'clock' | 'calendar'>,
): Promise<void> {
  const now = clock.now();
  const token = tokenName(sandboxSecrets.OPERATOR_TOKENS);
  const made = {
    maker: 'operator',
    maker_name: token,
    maker_secret: null,
    registrar_id: null,
    api_user_id: null,
    created_by: nameOf({ kind: 'operator', token, role: 'ADMIN' }),
    created_at: now,
    // Long, because the sandbox's clock can be moved far ahead.
    expires_at: calendar.plus(now, { years: 20 }),
  } as const;
  const cards: Card[] = [];
  for (const { name, document, look, ...card } of shown) {
    if (name === undefined || document === undefined) {
      cards.push(card);
      continue;
    }
    const { id } = await insertQuestion(db, {
      ...made,
      // Nobody knows its address: it is shown on the board only.
      hash: fingerprint(`${publishedBoard} ${name}`),
      name,
      document,
      variables: '{}',
      look: look ? JSON.stringify(look) : null,
      personal_data: false,
    });
    cards.push({ ...card, question: id });
  }
  const wall: Wall = { cards, filters: ['REGISTRAR', 'ZONE', 'PERIOD'] };
  await insertBoard(db, {
    ...made,
    hash: fingerprint(publishedBoard),
    name: 'The registry on a wall',
    question_ids: cards.flatMap(({ question }) => question ?? []),
    wall: JSON.stringify(wall),
  });
}
