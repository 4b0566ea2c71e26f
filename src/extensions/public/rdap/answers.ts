import type {
  PublicContact,
  showPublicDomain,
} from '../../../registry/operations/lookups/show-public-domain.ts';
import type { showPublicNameserver } from '../../../registry/operations/lookups/show-public-nameserver.ts';
import type { showPublicRegistrar } from '../../../registry/operations/lookups/show-public-registrar.ts';
import type { Disclosable } from '../../../registry/rules/visibility.ts';
import { rdapStatusesOf } from './statuses.ts';

/** The objects of RFC 9083, with redactions by RFC 9537. */

type Found<Query extends { run(...args: never[]): Promise<unknown> }> = Awaited<ReturnType<Query['run']>>;

export const mediaType = 'application/rdap+json';

interface Place {
  /** The URL of this service, without a slash at its end. */
  readonly base: string;
  readonly now: Date;
}

const conformance = ['rdap_level_0', 'redacted'];

/** The members with which every answer begins. */
const opening = ({ base }: Place) => ({
  rdapConformance: conformance,
  lang: 'en',
  notices: [
    {
      title: 'About this service',
      description: ['Personal data is left out unless the person has disclosed it.'],
      links: [{ value: `${base}/help`, rel: 'help', href: `${base}/help`, type: mediaType }],
    },
  ],
});

const selfLinks = (url: string) => [{ value: url, rel: 'self', href: url, type: mediaType }];

/** The name in the DNS, and in Unicode if that differs. */
const names = (ascii: string, unicode: string) => ({
  ldhName: ascii,
  ...(unicode !== ascii && { unicodeName: unicode }),
});

type Property = readonly [
  name: string,
  parameters: Readonly<Record<string, string>>,
  type: string,
  value: string,
];

const vcard = (name: string, ...properties: readonly Property[]) => [
  'vcard',
  [['version', {}, 'text', '4.0'], ['fn', {}, 'text', name], ...properties],
];

const registrarEntity = ({ base }: Place, { code, name, website }: Found<typeof showPublicRegistrar>) => ({
  objectClassName: 'entity',
  handle: code,
  roles: ['registrar'],
  vcardArray: vcard(
    name,
    ['kind', {}, 'text', 'org'],
    ...(website ? [['url', {}, URL.canParse(website) ? 'uri' : 'text', website] as const] : []),
  ),
  links: selfLinks(`${base}/entity/${encodeURIComponent(code)}`),
});

const roles = { registrant: 'registrant', admin: 'administrative', tech: 'technical' } as const;

const contactEntity = ({ role, name, email, phone }: PublicContact) => ({
  objectClassName: 'entity',
  roles: [roles[role]],
  vcardArray: vcard(
    name ?? '',
    ...(email === null ? [] : [['email', {}, 'text', email] as const]),
    ...(phone === null ? [] : [['tel', { type: 'voice' }, 'uri', `tel:${phone}`] as const]),
  ),
});

const titles = {
  registrant: 'Registrant',
  admin: 'Administrative contact',
  tech: 'Technical contact',
} as const;

/**
 * The parts of a contact that RDAP could show: a path below its entity, and the field that a contact may disclose.
 */
const hideable: readonly { readonly what: string; readonly path: string; readonly field?: Disclosable }[] = [
  { what: 'handle', path: 'handle' },
  { what: 'name', path: "vcardArray[1][?(@[0]=='fn')][3]", field: 'name' },
  { what: 'email', path: "vcardArray[1][?(@[0]=='email')]", field: 'email' },
  { what: 'phone', path: "vcardArray[1][?(@[0]=='tel')]", field: 'phone' },
  { what: 'address', path: "vcardArray[1][?(@[0]=='adr')]" },
];

/**
 * One entry for each role and field, or for each contact where contacts of a role have disclosed different fields. A
 * field is named whether or not the contact has a value: otherwise the answer would tell.
 */
function redactions(contacts: readonly PublicContact[], before: number) {
  const entry = (
    role: PublicContact['role'],
    entity: string,
    { what, path, field }: (typeof hideable)[number],
  ) => {
    const place = `$.entities[${entity}].${path}`;
    return {
      name: { description: `${titles[role]} ${what}` },
      // A card must have a name, so that is emptied. Everything else is removed.
      ...(field === 'name'
        ? { postPath: place, method: 'emptyValue' }
        : { prePath: place, method: 'removal' }),
      pathLang: 'jsonpath',
      reason: { description: 'Server policy' },
    };
  };
  return (Object.keys(roles) as PublicContact['role'][]).flatMap((role) => {
    const ofRole = contacts.map((one, index) => ({ one, index })).filter(({ one }) => one.role === role);
    return hideable.flatMap((part) => {
      const hiding = ofRole.filter(({ one }) => part.field === undefined || one[part.field] === null);
      if (hiding.length === ofRole.length)
        return hiding.length > 0 ? [entry(role, `?(@.roles[0]=='${roles[role]}')`, part)] : [];
      return hiding.map(({ index }) => entry(role, String(index + before), part));
    });
  });
}

const addresses = ({ ipv4, ipv6 }: { readonly ipv4: readonly string[]; readonly ipv6: readonly string[] }) =>
  ipv4.length + ipv6.length > 0 && {
    ipAddresses: {
      ...(ipv4.length > 0 && { v4: ipv4 }),
      ...(ipv6.length > 0 && { v6: ipv6.map((address) => address.toLowerCase()) }),
    },
  };

type Host = Pick<Found<typeof showPublicNameserver>, 'hostname' | 'hostname_puny' | 'ipv4' | 'ipv6'>;

const nameserverObject = ({ base }: Place, host: Host) => ({
  objectClassName: 'nameserver',
  ...names(host.hostname_puny, host.hostname),
  ...addresses(host),
  links: selfLinks(`${base}/nameserver/${host.hostname_puny}`),
});

const event = (eventAction: string, at: Date) => ({ eventAction, eventDate: at.toISOString() });
const lastUpdate = ({ now }: Place) => event('last update of RDAP database', now);

export function domainAnswer(place: Place, found: Found<typeof showPublicDomain>) {
  const { domain, registrar, nameservers, keys, contacts } = found;
  return {
    ...opening(place),
    objectClassName: 'domain',
    ...names(domain.name_puny, domain.name),
    status: rdapStatusesOf(domain.statuses),
    events: [
      event('registration', domain.created_at),
      event('expiration', domain.expires_at),
      event('last changed', domain.updated_at),
      lastUpdate(place),
    ],
    nameservers: nameservers.map((one) => nameserverObject(place, one)),
    secureDNS: {
      delegationSigned: keys.length > 0,
      ...(keys.length > 0 && {
        dsData: keys.map(({ key_tag, alg, ds_digest_type, ds_digest }) => ({
          keyTag: key_tag,
          algorithm: alg,
          digestType: ds_digest_type,
          digest: ds_digest,
        })),
        keyData: keys.map(({ flags, protocol, alg, public_key }) => ({
          flags,
          protocol,
          algorithm: alg,
          publicKey: public_key,
        })),
      }),
    },
    entities: [registrarEntity(place, registrar), ...contacts.map(contactEntity)],
    redacted: redactions(contacts, 1),
    links: selfLinks(`${place.base}/domain/${domain.name_puny}`),
  };
}

export const nameserverAnswer = (place: Place, host: Host) => ({
  ...opening(place),
  ...nameserverObject(place, host),
  events: [lastUpdate(place)],
});

export const registrarAnswer = (place: Place, registrar: Found<typeof showPublicRegistrar>) => ({
  ...opening(place),
  ...registrarEntity(place, registrar),
  events: [lastUpdate(place)],
});

export const helpAnswer = ({ base }: Place, limit: number) => ({
  rdapConformance: conformance,
  lang: 'en',
  notices: [
    {
      title: 'Lookups',
      description: [
        `${base}/domain/{name}: a registered domain, by its name in ASCII or Unicode`,
        `${base}/nameserver/{name}: a nameserver of a registered domain`,
        `${base}/entity/{handle}: a registrar, by its code`,
      ],
      links: selfLinks(`${base}/help`),
    },
    {
      title: 'What is not shown',
      description: [
        'Searches, IP addresses and AS numbers are not offered.',
        'Names that are blocked, reserved or disputed, but not registered, are not found.',
        'Personal data is left out unless the person has disclosed it.',
      ],
    },
    { title: 'Limit', description: [`${limit} requests a minute from one address.`] },
  ],
});

export const errorAnswer = (errorCode: number, title: string, ...description: readonly string[]) => ({
  rdapConformance: conformance,
  lang: 'en',
  errorCode,
  title,
  ...(description.length > 0 && { description }),
});
