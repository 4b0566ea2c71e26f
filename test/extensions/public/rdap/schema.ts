/**
 * The answers of RDAP as a JSON schema, written from RFC 9083 (sections 4 to 7) and RFC 9537 (section 4.2), because no package has a
 * well-kept one. Members that are not named there are refused.
 */
const text = { type: 'string', minLength: 1 };
const texts = { type: 'array', items: text, minItems: 1 };
const time = { type: 'string', format: 'date-time' };
const host = { type: 'string', pattern: '^[a-z0-9-]{1,63}(\\.[a-z0-9-]{1,63})+$' };

const object = (properties: object, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const links = {
  type: 'array',
  items: object(
    {
      value: { type: 'string', format: 'uri' },
      rel: text,
      href: { type: 'string', format: 'uri' },
      type: text,
    },
    // RFC 9083, section 4.2: only href is required; the ICANN profile asks for the others, too.
    ['value', 'rel', 'href'],
  ),
};
const notices = { type: 'array', items: object({ title: text, description: texts, links }, ['description']) };
const actions = [
  'registration',
  'reregistration',
  'last changed',
  'expiration',
  'deletion',
  'reinstantiation',
  'transfer',
  'locked',
  'unlocked',
  'last update of RDAP database',
];
const events = {
  type: 'array',
  items: object({ eventAction: { enum: actions }, eventDate: time, eventActor: text }, [
    'eventAction',
    'eventDate',
  ]),
};
/** The values of RFC 9083, section 10.2.2, and RFC 8056 for domains. */
const status = {
  type: 'array',
  minItems: 1,
  items: {
    enum: [
      'active',
      'inactive',
      'locked',
      'associated',
      ...['create', 'delete', 'renew', 'transfer', 'update', 'restore'].map((what) => `pending ${what}`),
      'redemption period',
      'client hold',
      'server hold',
      ...['delete', 'renew', 'transfer', 'update'].flatMap((what) => [
        `client ${what} prohibited`,
        `server ${what} prohibited`,
      ]),
    ],
  },
};

/** RFC 7095: a name, parameters, a type and at least one value. */
const vcardArray = {
  type: 'array',
  prefixItems: [
    { const: 'vcard' },
    {
      type: 'array',
      minItems: 2,
      items: {
        type: 'array',
        prefixItems: [
          text,
          { type: 'object' },
          { enum: ['text', 'uri', 'language-tag'] },
          { type: 'string' },
        ],
        minItems: 4,
        maxItems: 4,
      },
    },
  ],
  minItems: 2,
  maxItems: 2,
};

const entity = {
  objectClassName: { const: 'entity' },
  handle: text,
  vcardArray,
  roles: {
    type: 'array',
    minItems: 1,
    items: {
      enum: ['registrant', 'technical', 'administrative', 'abuse', 'registrar', 'billing', 'sponsor'],
    },
  },
  events,
  status,
  links,
};
const address = (version: 'ipv4' | 'ipv6') => ({
  type: 'array',
  minItems: 1,
  items: { type: 'string', format: version },
});
const nameserver = {
  objectClassName: { const: 'nameserver' },
  ldhName: host,
  unicodeName: text,
  ipAddresses: object({ v4: address('ipv4'), v6: address('ipv6') }, []),
  events,
  status,
  links,
};
const number = (maximum: number) => ({ type: 'integer', minimum: 0, maximum });
const secureDNS = object(
  {
    zoneSigned: { type: 'boolean' },
    delegationSigned: { type: 'boolean' },
    maxSigLife: { type: 'integer' },
    dsData: {
      type: 'array',
      minItems: 1,
      items: object(
        {
          keyTag: number(65535),
          algorithm: number(255),
          digest: { type: 'string', pattern: '^[0-9A-F]+$' },
          digestType: number(255),
        },
        ['keyTag', 'algorithm', 'digest', 'digestType'],
      ),
    },
    keyData: {
      type: 'array',
      minItems: 1,
      items: object(
        { flags: number(65535), protocol: { const: 3 }, publicKey: text, algorithm: number(255) },
        ['flags', 'protocol', 'publicKey', 'algorithm'],
      ),
    },
  },
  [],
);
/** RFC 9537: what is named, where it was or is, and how it was redacted. */
const redacted = {
  type: 'array',
  items: object(
    {
      name: { anyOf: [object({ type: text }, ['type']), object({ description: text }, ['description'])] },
      prePath: text,
      postPath: text,
      replacementPath: text,
      pathLang: { const: 'jsonpath' },
      method: { enum: ['removal', 'emptyValue', 'partialValue', 'replacementValue'] },
      reason: { anyOf: [object({ type: text }, ['type']), object({ description: text }, ['description'])] },
    },
    ['name', 'method'],
  ),
};

const common = {
  rdapConformance: { type: 'array', items: { enum: ['rdap_level_0', 'redacted'] }, minItems: 1 },
  lang: { const: 'en' },
  notices,
};

export const rdapSchemas = {
  domain: object(
    {
      ...common,
      objectClassName: { const: 'domain' },
      ldhName: host,
      unicodeName: text,
      status,
      events,
      nameservers: { type: 'array', items: object(nameserver, ['objectClassName', 'ldhName']) },
      secureDNS,
      entities: { type: 'array', items: object(entity, ['objectClassName', 'roles', 'vcardArray']) },
      redacted,
      links,
    },
    ['rdapConformance', 'objectClassName', 'ldhName', 'links'],
  ),
  nameserver: object({ ...common, ...nameserver }, [
    'rdapConformance',
    'objectClassName',
    'ldhName',
    'links',
  ]),
  entity: object({ ...common, ...entity }, ['rdapConformance', 'objectClassName', 'handle', 'links']),
  help: object(common, ['rdapConformance', 'notices']),
  error: object({ ...common, errorCode: number(599), title: text, description: texts }, [
    'rdapConformance',
    'errorCode',
  ]),
};
