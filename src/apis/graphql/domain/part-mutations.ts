import { addDnssecKeys } from '../../../registry/operations/domains/add-dnssec-keys.ts';
import { addDomainContacts } from '../../../registry/operations/domains/add-domain-contacts.ts';
import { addNameservers } from '../../../registry/operations/domains/add-nameservers.ts';
import { cancelPendingChange } from '../../../registry/operations/domains/cancel-pending-change.ts';
import { exchangeNameserver } from '../../../registry/operations/domains/exchange-nameserver.ts';
import { removeClientHold } from '../../../registry/operations/domains/remove-client-hold.ts';
import { removeDnssecKeys } from '../../../registry/operations/domains/remove-dnssec-keys.ts';
import { removeDomainContacts } from '../../../registry/operations/domains/remove-domain-contacts.ts';
import { removeNameserver } from '../../../registry/operations/domains/remove-nameserver.ts';
import { setClientHold } from '../../../registry/operations/domains/set-client-hold.ts';
import { setNameservers } from '../../../registry/operations/domains/set-nameservers.ts';
import { defineMutation } from '../mutation.ts';
import { domainField, shownDomain } from './payload.ts';

const fewOrMany = 'A domain has none, or 2 to 11.';
const shown = { show: shownDomain, payload: domainField };
const contacts = { fieldNames: { adminContacts: 'contacts', techContacts: 'contacts' }, ...shown };

defineMutation(addDomainContacts, contacts);
defineMutation(removeDomainContacts, contacts);
defineMutation(addNameservers, { more: fewOrMany, ...shown });
defineMutation(removeNameserver, { more: fewOrMany, ...shown });
defineMutation(setNameservers, { more: fewOrMany, ...shown });
defineMutation(exchangeNameserver, { more: 'Its other nameservers stay.', ...shown });
defineMutation(addDnssecKeys, {
  more: 'With them, resolvers can check that its DNS answers are genuine.',
  ...shown,
});
defineMutation(removeDnssecKeys, { more: 'Without any, its DNS answers are not checked.', ...shown });
defineMutation(setClientHold, { more: 'While it is, it does not work in the DNS.', ...shown });
defineMutation(cancelPendingChange, {
  more: 'The domain stays unchanged; the present and the new registrant get a mail.',
  ...shown,
});
defineMutation(removeClientHold, { more: 'It works in the DNS again.', ...shown });
