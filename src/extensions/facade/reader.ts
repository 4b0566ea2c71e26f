import type { Failure } from '../../base/errors.ts';
import { limit } from '../../base/limits.ts';
import { isPathSegment } from '../../base/text.ts';
import {
  type DomainName,
  isPossibleLength,
  normaliseLookup,
} from '../../registry/rules/domain/domain-name.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import { contactsByCode } from '../../registry/store/registry/contacts.ts';
import {
  accountIn,
  contactIn,
  contactsIn,
  domainIn,
  domainsIn,
  keysIn,
  messageNumberIn,
  movementsIn,
  notificationIn,
  notificationsIn,
  type Page,
  registrarIn,
} from './answers.ts';
import type { Asker, UpstreamClient } from './client.ts';
import type { Envelope } from './envelope.ts';
import type { Snapshot } from './operations/keep-mirror.ts';
import type {
  MirroredAccount,
  MirroredContact,
  MirroredDomain,
  MirroredMovement,
  MirroredNotification,
  MirroredUnread,
} from './operations/model/mirrored.ts';
import { domainOf } from './operations/model/put-account.ts';
import { segment } from './requests.ts';
import { knownDomains, lastMovementAt, readMirror, unreadOfRegistry } from './store/mirror.ts';
import { type Ticket, takeTicket } from './store/mirror-order.ts';
import { type OnUnparsed, UnparsableObject, UpstreamError } from './upstream-error.ts';

/** The objects that a change or a question is about. */
export interface AffectedObjects {
  readonly domains?: readonly DomainName[];
  readonly contacts?: readonly string[];
  readonly account?: boolean;
  readonly notifications?: boolean;
  /** The number of a poll message that is read from now on: nothing about it has to be asked. */
  readonly readMessage?: number;
}

/** The largest difference that is assumed between our clock and the registry's. */
export const clocksDifferMs = 3_600_000;

/** Result codes for a parameter that the registry does not understand. */
const notUnderstood = [2001, 2004, 2005, 2102, 2103, 2306];

const longestCode = limit('characters of a contact code that is read', 255, 'More than any contact has.');

/**
 * Tells whether the registry can be asked for such a name: it fails for one that is too long, which looks like an
 * outage.
 */
export const isPossibleName = (name: string): boolean =>
  isPossibleLength(normaliseLookup(name)) && isPathSegment(normaliseLookup(name)) && isPathSegment(name);

export const isPossibleCode = (code: string): boolean => code.length <= longestCode && isPathSegment(code);

const pageOfMessages = 200;
const mostMessages = limit(
  'unread messages that are read',
  100_000,
  'More are taken for a list without an end.',
);
/** `Returning 2 out of 5. Use URL parameters ...`: the count is only in the message. */
const countInWords = /\bout of (\d+)\b/;

/** Reads objects from the registry, and returns them in our field names. */
export class UpstreamReader {
  readonly #client: UpstreamClient;
  readonly #database: Database;
  readonly #asker: Asker;

  constructor(client: UpstreamClient, database: Database, asker = client.asker()) {
    this.#client = client;
    this.#database = database;
    this.#asker = asker;
  }

  /** Returns a reader for one caller, whose requests alternate with those of others (client.ts). */
  forOne(): UpstreamReader {
    return new UpstreamReader(this.#client, this.#database);
  }

  /** Call this before a request whose answer is stored later. */
  asked(): Promise<Ticket> {
    return takeTicket(this.#database.db);
  }

  /** Reads a domain; undefined if the registry says that it does not exist. */
  async domain(name: DomainName): Promise<MirroredDomain | undefined> {
    if (!isPossibleName(name)) return undefined;
    const answer = await this.#read(`/domains/${segment(name)}`);
    // 2201 can mean a missing domain, or a user without access to any domain: the list throws for the second.
    if (isRefused(answer, 2201)) await this.domains(1, 0);
    return isRefused(answer, 2303, 2201) ? undefined : domainIn(dataOfOne(answer));
  }

  async contact(code: string): Promise<MirroredContact | undefined> {
    if (!isPossibleCode(code)) return undefined;
    const answer = await this.#read(`/contacts/${segment(code)}`);
    return isRefused(answer, 2303) ? undefined : contactIn(dataOfOne(answer));
  }

  async contacts(limit: number, offset: number): Promise<Page<MirroredContact>> {
    return contactsIn(dataOf(await this.#list('contact', { limit, offset, details: true })));
  }

  /** The registry's own order: the newest first (docs/rules/registrar.md#contact-list). */
  async newestContacts(limit: number): Promise<Page<MirroredContact>> {
    return contactsIn(dataOf(await this.#read('/contacts', { limit, offset: 0, details: true })));
  }

  async domains(limit: number, offset: number): Promise<Page<MirroredDomain>> {
    return domainsIn(dataOf(await this.#list('domain', { limit, offset, details: true })));
  }

  /** Names or codes alone, which cost the registry next to nothing. */
  async keys(kind: 'contact' | 'domain', limit: number, offset: number): Promise<Page<string>> {
    return keysIn(kind, dataOf(await this.#list(kind, { limit, offset })));
  }

  /** Asks for a stable order, if the registry understands it: the incumbent's default order has no tie-breaker. */
  async #list(
    kind: 'contact' | 'domain',
    query: Readonly<Record<string, string | number | boolean>>,
  ): Promise<Envelope> {
    const path = `/${kind}s`;
    const order = { 'q[s]': kind === 'domain' ? 'name asc' : 'code asc' };
    const answer = await this.#read(path, { ...query, ...order });
    return isRefused(answer, ...notUnderstood) ? this.#read(path, query) : answer;
  }

  /** Oldest first, all or those since a day. Not every registry returns them in this order. */
  async movements(limit: number, offset: number, from?: string): Promise<Page<MirroredMovement>> {
    const order = { 'q[s]': 'created_at asc', ...(from && { 'q[created_at_gteq]': from }) };
    return movementsIn(dataOf(await this.#read('/accounts', { limit, offset, ...order })));
  }

  /** The balance, with the movements since a day, or all of them. */
  async account(from?: string, onUnparsed?: OnUnparsed): Promise<MirroredAccount> {
    return accountIn(
      dataOf(await this.#read('/accounts/balance', { detailed: true, ...(from && { from }) })),
      onUnparsed,
    );
  }

  /** Reads all unread ones: to the end that the registry reports, or else to a page with nothing new. */
  async notifications(onUnparsed?: OnUnparsed): Promise<MirroredUnread> {
    const messages = new Map<string, MirroredNotification>();
    const unclear = new Set<string>();
    const leave: OnUnparsed = (key, why) => {
      unclear.add(key);
      onUnparsed?.(key, why);
    };
    const isMet = (key: string): boolean => messages.has(key) || unclear.has(key);
    for (let offset = 0; offset < mostMessages; ) {
      const limit = pageOfMessages;
      const answer = await this.#read('/registrar/notifications/all_notifications', { limit, offset });
      const page = notificationsIn(dataOf(answer));
      const isOnly = offset === 0;
      const isNew = [...page.rows.map(({ id }) => String(id)), ...page.unreadable.map(({ key }) => key)].some(
        (key) => !isMet(key),
      );
      for (const message of page.rows) messages.set(String(message.id), message);
      for (const { key, why } of page.unreadable) leave(key, why);
      offset += page.length;
      const count = answer.ok && countInWords.exec(answer.message)?.[1];
      if (count ? offset >= Number(count) : !isNew) {
        const besides = isOnly ? [] : await this.#unreadBesides(isMet, leave);
        return {
          messages: [...messages.values(), ...besides],
          others: [...unclear].flatMap((key) => messageNumberIn(key) ?? []),
        };
      }
      if (!isNew)
        throw new UpstreamError('unreadable', 'the poll messages ended before their reported total');
    }
    throw new UpstreamError('unreadable', 'the poll messages do not end');
  }

  /**
   * Pages shift when somebody reads a message meanwhile, so a message that no page has shown may still be unread.
   * Each is asked for by its number.
   */
  async #unreadBesides(
    isMet: (key: string) => boolean,
    onUnparsed: OnUnparsed,
  ): Promise<MirroredNotification[]> {
    const { db } = this.#database;
    const mirror = await readMirror(db);
    const unread = mirror ? await unreadOfRegistry(db, mirror.registrar_id) : [];
    const found: MirroredNotification[] = [];
    for (const key of unread.map(String).filter((key) => !isMet(key)))
      for (const { object } of await each([key], () => this.#notification(Number(key)), onUnparsed))
        if (object) found.push(object);
    return found;
  }

  /** Reads a message; undefined if it does not exist or was already read. */
  async #notification(id: number): Promise<MirroredNotification | undefined> {
    const answer = await this.#read(`/registrar/notifications/${id}`);
    return isRefused(answer, 2303) ? undefined : notificationIn(dataOfOne(answer));
  }

  async isNotificationUnread(id: number): Promise<boolean> {
    return (await this.#notification(id)) !== undefined;
  }

  /** Our name there, as our contacts show it. */
  async registrar(): Promise<{ name: string; website: string | null } | undefined> {
    return registrarIn(dataOf(await this.#read('/contacts', { limit: 1, offset: 0, details: true })));
  }

  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Envelope> {
    return this.#client.read({ path, ...(headers && { headers }) }, this.#asker);
  }

  /**
   * Reads all of these objects as they are now. With `onUnparsed`, an object that is not understood is left out and
   * reported.
   */
  async reported(
    { domains = [], contacts = [], account, notifications }: AffectedObjects,
    asked?: Ticket,
    onUnparsed?: OnUnparsed,
  ): Promise<Snapshot> {
    const now = asked ?? (await this.asked());
    const [found, people] = await Promise.all([
      each(domains, (name) => this.domain(name), onUnparsed),
      each(contacts, (code) => this.contact(code), onUnparsed),
    ]);
    const known = people.flatMap(({ object }) => object ?? []);
    const met = found.flatMap(({ object }) => object ?? []);
    const reported = account && (await this.account(await this.lastDay(), onUnparsed));
    const rows = [...met, ...(reported ? await this.#chargedFor(reported.movements, met) : [])];
    return {
      asked: now,
      contacts: [...known, ...(await this.#peopleOn(rows, known))],
      domains: rows,
      noDomains: found.filter(({ object }) => !object).map(({ key }) => key),
      noContacts: people.filter(({ object }) => !object).map(({ key }) => key),
      ...(reported && { account: reported }),
      ...(notifications && { notifications: await this.notifications(onUnparsed) }),
    };
  }

  /** Reads the contacts on our domains that the mirror does not have. One that is not understood is left out. */
  async #peopleOn(
    domains: readonly MirroredDomain[],
    known: readonly MirroredContact[],
  ): Promise<readonly MirroredContact[]> {
    const own = domains.filter(({ transferCode }) => transferCode !== undefined);
    const codes = new Set(
      own.flatMap(({ registrant, admins, techs }) =>
        [registrant, ...admins, ...techs].map(({ code }) => code),
      ),
    );
    for (const { code } of known) codes.delete(code);
    if (codes.size === 0) return [];
    for (const { code } of await contactsByCode(this.#database.db, [...codes])) codes.delete(code);
    const found = await each(
      [...codes],
      (code) => this.contact(code),
      () => {},
    );
    return found.flatMap(({ object }) => object ?? []);
  }

  /**
   * The movements, with the domains charged since the latest pass began that the mirror does not have: a movement is
   * linked to its domain only when it is written.
   */
  async withDomains(asked: Ticket, movements: readonly MirroredMovement[]): Promise<Snapshot> {
    return { ...(await this.withPeople(asked, await this.#chargedFor(movements, []))), movements };
  }

  async #chargedFor(
    movements: readonly MirroredMovement[],
    met: readonly MirroredDomain[],
  ): Promise<readonly MirroredDomain[]> {
    const { db } = this.#database;
    const since = ((await readMirror(db))?.began_at?.getTime() ?? Infinity) - clocksDifferMs;
    const names = new Set(
      movements.flatMap(({ at, description }) => (at.getTime() >= since && domainOf(description)) || []),
    );
    for (const { name } of met) names.delete(name);
    for (const name of await knownDomains(db, [...names])) names.delete(name);
    const found = await each(
      [...names].map(normaliseLookup),
      (name) => this.domain(name),
      () => {},
    );
    return found.flatMap(({ object }) => object ?? []);
  }

  async withPeople(asked: Ticket, domains: readonly MirroredDomain[]): Promise<Snapshot> {
    return { asked, domains, contacts: await this.#peopleOn(domains, []) };
  }

  /** A day before the last known movement, in any time zone; undefined if none is known. */
  async lastDay(): Promise<string | undefined> {
    const { db } = this.#database;
    const mirror = await readMirror(db);
    const last = mirror && (await lastMovementAt(db, mirror.registrar_id));
    return last && new Date(last.getTime() - 36 * 3_600_000).toISOString().slice(0, 10);
  }

  #read(path: string, query?: Readonly<Record<string, string | number | boolean>>): Promise<Envelope> {
    return this.#client.read({ path, ...(query && { query }) }, this.#asker);
  }
}

export function dataOf(answer: Envelope): unknown {
  if (answer.ok) return answer.data;
  throw new UpstreamError('unreadable', refusalIn(answer.failure));
}

/** A refusal of one object says nothing about others, unless a proxy has sent it. */
function dataOfOne(answer: Envelope): unknown {
  if (answer.ok || !answer.isFromRegistry) return dataOf(answer);
  throw new UnparsableObject(refusalIn(answer.failure));
}

const refusalIn = ({ resultCode, message }: Failure): string => `it refused a read: ${resultCode} ${message}`;

/** Reads each of these. With `onUnparsed`, those that are not understood are left out and reported. */
async function each<T, K extends string>(
  keys: readonly K[],
  read: (key: K) => Promise<T | undefined>,
  onUnparsed?: OnUnparsed,
): Promise<{ readonly key: K; readonly object: T | undefined }[]> {
  const found = await Promise.all(
    keys.map(async (key) => {
      try {
        return [{ key, object: await read(key) }];
      } catch (error) {
        if (!onUnparsed || !(error instanceof UnparsableObject)) throw error;
        onUnparsed(key, error.particulars);
        return [];
      }
    }),
  );
  return found.flat();
}

/** Refused by the registry itself, with one of these codes. */
export const isRefused = (answer: Envelope, ...codes: readonly number[]): boolean =>
  !answer.ok && answer.isFromRegistry && codes.includes(answer.failure.resultCode);
