import type { Money } from '../../../../base/money.ts';
import type { RowOf } from '../../../../registry/entities/entity.ts';
import type { notification } from '../../../../registry/entities/notification.ts';
import type { DnssecKey } from '../../../../registry/rules/domain/dnssec.ts';
import type { Nameserver } from '../../../../registry/rules/domain/nameserver.ts';
import type { ReportedContact, ReportedDomain } from '../../fields.ts';

/**
 * Objects as an upstream registry reports them; the views in src/apis/rest/registrar parse them. Contacts and domains
 * have the columns that are declared as mirrored; `created_at` of a contact is null if it is not reported.
 */
export type MirroredContact = ReportedContact & {
  readonly created_at: Date | null;
  /** The domains that use it, if they are reported with it. */
  readonly domains: readonly DomainUuid[];
};

/** The registry's UUID of a domain, which is reported only with a registration and with contacts. */
export interface DomainUuid {
  readonly name: string;
  readonly uuid: string;
}

/** A contact on a domain; the name of another registrar's contact may be hidden. */
export interface MirroredPerson {
  readonly code: string;
  readonly name?: string | undefined;
}

interface PartNumber {
  readonly key: string;
  readonly number: number;
}

export type MirroredDomain = ReportedDomain & {
  readonly name: string;
  readonly punycode: string;
  readonly registrant: MirroredPerson;
  readonly admins: readonly MirroredPerson[];
  readonly techs: readonly MirroredPerson[];
  readonly nameservers: readonly Nameserver[];
  readonly keys: readonly DnssecKey[];
  /** The registry's own numbers, by hostname and by public key. */
  readonly nameserverNumbers: readonly PartNumber[];
  readonly keyNumbers: readonly PartNumber[];
  readonly registrar: { readonly name: string; readonly website: string | null };
  /** Reported only for our own domains. */
  readonly transferCode: string | undefined;
  readonly disputed: boolean;
};

export type MirroredNotification = Pick<
  RowOf<typeof notification>,
  'id' | 'text' | 'attached_obj_type' | 'attached_obj_id'
>;

/** All unread messages. */
export interface MirroredUnread {
  readonly messages: readonly MirroredNotification[];
  /** The numbers of messages that could not be parsed otherwise. */
  readonly others: readonly number[];
}

export interface MirroredAccount {
  readonly balance: Money;
  readonly currency: string;
  /** Oldest first. */
  readonly movements: readonly MirroredMovement[];
}

export interface MirroredMovement {
  readonly at: Date;
  readonly description: string;
  readonly sum: Money;
  readonly balance: Money;
  /** True if it was a top-up. */
  readonly isCredit: boolean;
  /** The registrar's user who caused it. */
  readonly by: string | null;
}
