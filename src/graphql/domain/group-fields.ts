import { domain } from '../../entities/domain.ts';
import { ContactRef, IdentTypeEnum } from '../contact/type.ts';
import { groupsOf } from '../entity-fields.ts';
import { key, offerGroups } from '../groups.ts';
import { RegistrarRef } from '../registrar/type.ts';
import { DomainConnection } from './type.ts';

offerGroups(DomainConnection, 'Domain', {
  many: 'domains',
  keys: {
    REGISTRAR: key(RegistrarRef, 'The registrar through which they are registered.'),
    ZONE: key('String', 'The zone they are registered in: ee, com.ee.'),
    STATUS: key('String', "A status, in the registry's spelling; a domain counts in each that it has."),
    REGISTRANT: key(
      ContactRef,
      'Their registrant, where that is your contact. As of a moment: who it was then, shown as of today.',
    ),
    REGISTRANT_NAME: key(
      'String',
      'The name of their registrant, where that is your contact: all of one name come together.',
    ),
    REGISTRANT_COUNTRY: key(
      'CountryCode',
      "The country of their registrant's number, where the registrant is your contact.",
    ),
    REGISTRANT_TYPE: key(
      IdentTypeEnum,
      "The kind of their registrant's number, where the registrant is your contact.",
    ),
    SIGNED: key('Boolean', 'Whether they have DNSSEC keys.'),
    NAMESERVER_HOSTNAME: key('String', 'The name of a nameserver; a domain counts in each that it has.'),
    ...groupsOf(domain),
  },
});
