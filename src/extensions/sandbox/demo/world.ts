import type { Actor, RegistrarActor } from '../../../base/actor.ts';
import type { Calendar } from '../../../base/calendar.ts';
import type { RegistrySettings } from '../../../registry/rules/domain/domain-settings.ts';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import type { Contact } from '../../../registry/store/registry/contacts.ts';
import type { Zone } from '../../../registry/store/registry/zones.ts';
import type { BackdatedRunner } from './backdated-runner.ts';
import { type RegistrarCode, registrarOfContact } from './people.ts';

/** The context of every part of the demo world: its start date and its actors. */
export interface Demo {
  readonly db: Db;
  readonly now: Date;
  /** The moment at which the registrars were added, years ago. */
  readonly began: Date;
  readonly calendar: Calendar;
  readonly settings: RegistrySettings;
  readonly publicUrl: string;
  readonly zones: readonly Zone[];
  readonly registrars: Readonly<Record<RegistrarCode, RegistrarActor>>;
  /** Runs all operations of the demo world. */
  readonly runner: BackdatedRunner;
  /** Contacts by code. */
  readonly contacts: ReadonlyMap<string, Contact>;
}

export const operator: Actor = { kind: 'operator', token: 'sandbox', role: 'ADMIN' };
export const job = (name: string): Actor => ({ kind: 'system', job: name });

export function contactCalled(world: Pick<Demo, 'contacts'>, code: string): Contact {
  const contact = world.contacts.get(code);
  if (!contact) throw new Error(`the demo world has no contact ${code}`);
  return contact;
}

/** The registrar of a contact, and so of its domains. */
export const ownerOf = ({ registrars }: Pick<Demo, 'registrars'>, code: string): RegistrarActor =>
  registrars[registrarOfContact(code)];

export const other = (code: RegistrarCode): RegistrarCode => (code === 'ALPHA' ? 'BETA' : 'ALPHA');

/** A number of days before or after now, at the same time of day. */
export const daysFrom = ({ now, calendar }: Pick<Demo, 'now' | 'calendar'>, days: number): Date =>
  calendar.plus(now, { days });

/** A number of hours ago. */
export const hoursAgo = ({ now }: Pick<Demo, 'now'>, hours: number): Date =>
  new Date(now.getTime() - hours * 60 * 60 * 1000);

/** A number of hours ago, but not before today. */
export function earlierToday(world: Pick<Demo, 'now' | 'calendar'>, hours: number): Date {
  const midnight = world.calendar.startOf(world.calendar.dateOf(world.now));
  const then = hoursAgo(world, hours);
  return then < midnight ? midnight : then;
}
