import type { Money } from '../../../../core/money.ts';
import type { contact } from '../../../entities/contact.ts';
import type { domain } from '../../../entities/domain.ts';
import type { MirroredOf, RowOf } from '../../../entities/entity.ts';
import type { notification } from '../../../entities/notification.ts';
import type { DnssecKey } from '../../../rules/domain/dnssec.ts';
import type { Nameserver } from '../../../rules/domain/nameserver.ts';

/**
 * Objects as a registry upstream reports them: the views of src/apis/rest/registrar read them. Contacts and domains have the
 * columns that are declared as mirrored; `created_at` of a contact is null where it is not reported.
 */
export type MirroredContact = MirroredOf<typeof contact> & {
  readonly created_at: Date | null;
  /** The domains that it stands on, where they are reported with it. */
  readonly domains: readonly DomainUuid[];
};

/** The UUID by which the registry knows a domain: reported with a registration and with contacts only. */
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

export type MirroredDomain = MirroredOf<typeof domain> & {
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
  /** Reported for our own only. */
  readonly transferCode: string | undefined;
  readonly disputed: boolean;
};

export type MirroredNotification = Pick<
  RowOf<typeof notification>,
  'id' | 'text' | 'attached_obj_type' | 'attached_obj_id'
>;

/** All that are unread. */
export interface MirroredUnread {
  readonly messages: readonly MirroredNotification[];
  /** Numbers of those of which nothing else was understood. */
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
  /** Whether it was a top-up. */
  readonly isCredit: boolean;
  /** Which of the registrar's users it was. */
  readonly by: string | null;
}
