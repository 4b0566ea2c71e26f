import { z } from 'zod';
import type { Failure } from '../../base/errors.ts';
import { normaliseLookup } from '../../registry/rules/domain/domain-name.ts';
import { failureOf } from './envelope.ts';
import type {
  DomainUuid,
  MirroredAccount,
  MirroredContact,
  MirroredDomain,
  MirroredMovement,
  MirroredNotification,
} from './operations/model/mirrored.ts';
import {
  reportedMessage as message,
  reportedContact,
  reportedDomain,
  reportedMovement,
  uuidIn,
} from './readings.ts';
import { amount, filled, integer, list, registrar, text } from './reported-values.ts';
import { firstOwnNotification } from './store/mirror.ts';
import { type OnUnparsed, UnparsableObject, UpstreamError } from './upstream-error.ts';

/** The domain that a write was about, where its answer names it with its UUID. */
export const uuidsIn = (data: unknown): DomainUuid[] =>
  uuidIn(z.object({ domain: z.unknown() }).safeParse(data).data?.domain);

const isMessageNumber = (id: number): boolean => id > 0 && id < firstOwnNotification;

const reportedMessage = message.refine(({ id }) => isMessageNumber(id), {
  path: ['id'],
  message: 'is not the number of a message',
});

const accountShape = z.object({ balance: amount, currency: text.nullish(), transactions: list(z.unknown()) });

/** The rows of a list: those that were parsed, and those that were not, with the reason. */
interface Rows<T> {
  readonly rows: readonly T[];
  readonly unreadable: readonly { readonly key: string; readonly why: string }[];
  /** How many there were, readable or not. */
  readonly length: number;
}

/** A page of a list, and how many there are in all. */
export interface Page<T> extends Rows<T> {
  readonly count: number;
}

function rowsIn<T>(items: readonly unknown[], item: z.ZodType<T>, key: string): Rows<T> {
  const read = items.map((one) => ({ one, result: item.safeParse(one) }));
  return {
    rows: read.flatMap(({ result }) => (result.success ? [result.data] : [])),
    unreadable: read.flatMap(({ one, result }) =>
      result.success
        ? []
        : [
            {
              key: String((one as Record<string, unknown> | null)?.[key] ?? '?'),
              why: reasonOf(result.error),
            },
          ],
    ),
    length: items.length,
  };
}

function pageIn<T>(
  data: unknown,
  field: 'contacts' | 'domains' | 'activities',
  item: z.ZodType<T>,
  key: string,
): Page<T> {
  const page = parseAnswer(
    z.object({ [field]: z.array(z.unknown()), count: integer }),
    data,
    `the list of ${field}`,
  );
  return { ...rowsIn(page[field] as unknown[], item, key), count: page.count as number };
}

export const contactsIn = (data: unknown): Page<MirroredContact> =>
  pageIn(data, 'contacts', reportedContact, 'code');
export const domainsIn = (data: unknown): Page<MirroredDomain> =>
  pageIn(data, 'domains', reportedDomain, 'name');

/** Names or codes, alone or with more. */
export const keysIn = (kind: 'contact' | 'domain', data: unknown): Page<string> => {
  const key = kind === 'contact' ? 'code' : 'name';
  const item = z.union([
    filled,
    z.object({ [key]: filled }).transform((one) => (one as Record<string, string>)[key] ?? ''),
  ]);
  const page = pageIn(data, `${kind}s`, item, key);
  return kind === 'contact' ? page : { ...page, rows: page.rows.map(normaliseLookup) };
};

/** Oldest first, as they were asked for. */
export function movementsIn(data: unknown): Page<MirroredMovement> {
  const page = pageIn(data, 'activities', reportedMovement, 'description');
  const rows = page.rows.flat();
  if (rows.some(({ at }, index) => at < (rows[index - 1]?.at ?? at)))
    throw new UpstreamError('unreadable', 'the movements are not in the order that was asked for');
  return { ...page, rows };
}

export const contactIn = (data: unknown): MirroredContact =>
  parseAnswer(z.object({ contact: reportedContact }), data, 'a contact').contact;
export const domainIn = (data: unknown): MirroredDomain =>
  parseAnswer(z.object({ domain: reportedDomain }), data, 'a domain').domain;
/** Movements come latest first. */
export function accountIn(data: unknown, onUnparsed?: OnUnparsed): MirroredAccount {
  const { balance, currency, transactions } = parseAnswer(accountShape, data, 'the account');
  const { rows, unreadable } = rowsIn(transactions, reportedMovement, 'description');
  for (const { key, why } of unreadable) onUnparsed?.(key, why);
  return { balance, currency: currency ?? 'EUR', movements: rows.flat().reverse() };
}
export const notificationIn = (data: unknown): MirroredNotification =>
  parseAnswer(reportedMessage, data, 'a poll message');
export const notificationsIn = (data: unknown): Rows<MirroredNotification> =>
  rowsIn(parseAnswer(z.array(z.unknown()), data, 'the poll messages'), reportedMessage, 'id');
/** Returns the number of a message; undefined if no message of the registry can have this number here. */
export const messageNumberIn = (key: string): number | undefined =>
  integer.refine(isMessageNumber).safeParse(key).data;

/** Our own name and website, as the registry shows them on our contacts. */
export const registrarIn = (data: unknown): { name: string; website: string | null } | undefined => {
  const contacts = z.array(z.object({ registrar }));
  return z.object({ contacts }).safeParse(data).data?.contacts[0]?.registrar;
};

export function parseAnswer<T>(shape: z.ZodType<T>, data: unknown, what: string): T {
  const { success, data: found, error } = shape.safeParse(data);
  if (success) return found;
  throw new UnparsableObject(`${what}: ${reasonOf(error)}`);
}

/** Names the wrong fields and their mistakes, never their values. */
const reasonOf = (error: z.ZodError): string =>
  error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.map(String).join('.')} ${message}`)
    .join('; ');

export const transfersIn = (data: unknown) =>
  parseAnswer(
    z.object({
      success: z.array(z.object({ domain_name: z.string() })),
      failed: z.array(
        z.object({
          domain_name: z.string().nullable(),
          errors: z.object({ code: z.coerce.number(), msg: z.string() }),
        }),
      ),
    }),
    data,
    'what was transferred',
  );

const wouldBe = z.object({
  price: amount.nullish(),
  domains: list(reportedDomain),
  contacts: list(reportedContact),
});

/** The result of a dry run at another Zonegraph; empty if it is not reported, or not in this shape. */
export function dryRunResultIn(details: unknown) {
  const { price = null, domains = [], contacts = [] } = wouldBe.safeParse(details).data ?? {};
  return { price, domains, contacts };
}

const reasons = z.object({
  results: z.array(
    z.object({
      name: z.string(),
      failures: z.array(z.object({ resultCode: z.number(), message: z.string() })),
    }),
  ),
});

/** The reasons why names were skipped, if another Zonegraph reports them. */
export function reasonsIn(details: unknown): ReadonlyMap<string, readonly Failure[]> {
  const body = reasons.safeParse(details).data?.results ?? [];
  return new Map(
    body
      .filter(({ failures }) => failures.length > 0)
      .map(({ name, failures }) => [
        name,
        failures.map(({ resultCode, message }) => failureOf(resultCode, message)),
      ]),
  );
}
