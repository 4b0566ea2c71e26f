import { invalidParameter, isHash, readUnlessMissing, requireFilled, requireHash } from './params.ts';

interface NewContact {
  code?: string | undefined;
  name: string;
  email: string;
  phone: string;
  ident: { code: string; type: string; countryCode: string };
}

/**
 * Presence in the documented order: name, email, phone, then ident and its parts
 * (docs/rules/registrar.md#creating-a-contact).
 */
export function readNewContact(body: unknown): NewContact {
  const contact = requireHash(body, 'contact');
  for (const name of ['name', 'email', 'phone', 'ident']) requireFilled(contact, name);
  // An ident that is not an object counts as missing.
  const ident = isHash(contact.ident) ? contact.ident : requireHash({}, 'ident');
  for (const name of ['ident', 'ident_type', 'ident_country_code']) requireFilled(ident, name);
  return {
    code: textOf(contact, 'id'),
    name: requiredText(contact, 'name'),
    email: requiredText(contact, 'email'),
    phone: requiredText(contact, 'phone'),
    ident: {
      code: requiredText(ident, 'ident'),
      type: requiredText(ident, 'ident_type'),
      countryCode: requiredText(ident, 'ident_country_code'),
    },
  };
}

/**
 * At least one key inside `contact`; unknown ones are ignored, an ident that is not an object too
 * (docs/rules/registrar.md#updating-a-contact).
 */
export async function readContactChanges(body: unknown, lookUp: () => Promise<unknown>) {
  return readUnlessMissing(() => {
    const contact = requireHash(body, 'contact');
    const ident = isHash(contact.ident) ? contact.ident : undefined;
    return {
      name: changedText(contact, 'name'),
      email: changedText(contact, 'email'),
      phone: changedText(contact, 'phone'),
      ident: ident && {
        code: textOf(ident, 'ident'),
        type: textOf(ident, 'ident_type'),
        countryCode: textOf(ident, 'ident_country_code'),
      },
    };
  }, lookUp);
}

type Hash = Readonly<Record<string, unknown>>;

function requiredText(hash: Hash, name: string): string {
  return textOf(hash, name) ?? invalidParameter(name, hash[name], 'Must be a String');
}

/** What is there but null takes the value away, which the field's own rule judges; what is not there stays. */
function changedText(hash: Hash, name: string): string | undefined {
  return Object.hasOwn(hash, name) && hash[name] === null ? '' : textOf(hash, name);
}

/** Clients may send numbers where text is documented; nothing else is text. */
function textOf(hash: Hash, name: string): string | undefined {
  const value = Object.hasOwn(hash, name) ? hash[name] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : invalidParameter(name, value, 'Must be a String');
}

const text = (description: string): object => ({ type: 'string', description });
const fields = {
  name: text('Full name, at most 255 characters'),
  email: text('E-mail address'),
  phone: text('Phone number, country code separated by a dot: +372.5555555'),
};
const ident = {
  type: 'object',
  properties: {
    ident: text('Personal code, registration number or date of birth'),
    ident_type: { type: 'string', enum: ['priv', 'org', 'birthday'] },
    ident_country_code: text('ISO 3166-1 alpha-2'),
  },
  required: ['ident', 'ident_type', 'ident_country_code'],
};
const wrapped = (properties: object, required?: readonly string[]): object => ({
  type: 'object',
  properties: { contact: { type: 'object', properties, ...(required && { required }) } },
  required: ['contact'],
});

export const createContactSchema = wrapped(
  { id: text('Custom code; left out: a random one'), ...fields, ident },
  ['name', 'email', 'phone', 'ident'],
);
export const updateContactSchema = wrapped(fields);
