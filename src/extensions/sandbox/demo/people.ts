import type { IdentType } from '../../../registry/rules/contact/ident.ts';

export type RegistrarCode = 'ALPHA' | 'BETA';

/** A contact of the demo world. */
export interface Person {
  readonly code: string;
  readonly name: string;
  readonly email: string;
  readonly ident: { readonly code: string; readonly type: IdentType; readonly countryCode: string };
  /** The person who manages the domains of a company or a child. */
  readonly admin?: string;
  readonly statuses?: readonly string[];
  readonly disclosed?: readonly string[];
  /** The number of days for which no domain has used it. */
  readonly unlinkedDays?: number;
}

type Extra = Partial<Pick<Person, 'admin' | 'statuses' | 'disclosed' | 'unlinkedDays'>>;

const contact = (type: IdentType, code: string, name: string, ident: string, extra: Extra): Person => {
  const [countryCode = '', identCode = ''] = ident.split(' ');
  const mailbox = code.split(':')[1]?.toLowerCase();
  return {
    code,
    name,
    email: `${mailbox}@mail.example`,
    ident: { code: identCode, type, countryCode },
    ...extra,
  };
};
const person = (code: string, name: string, ident: string, extra: Extra = {}): Person =>
  contact('priv', code, name, ident, extra);
const company = (code: string, name: string, ident: string, extra: Extra = {}): Person =>
  contact('org', code, name, ident, extra);
const born = (code: string, name: string, ident: string, extra: Extra = {}): Person =>
  contact('birthday', code, name, ident, extra);

/** Nobody is real: personal codes have valid check digits, company numbers are made up. */
export const people: readonly Person[] = [
  company('ALPHA:TECH', 'Alpha Domains Support', 'EE 12345678', { disclosed: ['email', 'name'] }),
  person('ALPHA:TAMM', 'Jaan Tamm', 'EE 37804120211'),
  person('ALPHA:SAAR', 'Mari Saar', 'EE 48509230319'),
  person('ALPHA:KASK', 'Peeter Kask', 'EE 39011170422'),
  person('ALPHA:OUN', 'Ülle Õun', 'EE 47206300224'),
  person('ALPHA:REBANE', 'Toomas Rebane', 'EE 36501080232', { disclosed: ['email'] }),
  person('ALPHA:ILVES', 'Liis Ilves', 'EE 49102140276'),
  person('ALPHA:MAGI', 'Marko Mägi', 'EE 38808250347'),
  person('ALPHA:LEPP', 'Kadri Lepp', 'EE 49303010423'),
  person('ALPHA:KUUSK', 'Rein Kuusk', 'EE 37405190253'),
  person('ALPHA:NOORUS', 'Mihkel Noorus', 'EE 61203150222', { admin: 'ALPHA:SAAR' }),
  person('ALPHA:VIRTANEN', 'Aino Virtanen', 'FI 131052-308T'),
  born('ALPHA:SMITH', 'Oliver Smith', 'GB 1984-06-21'),
  company('ALPHA:TULEVIK', 'Tulevik OÜ', 'EE 14201001', { admin: 'ALPHA:TAMM' }),
  company('ALPHA:KOHVIK', 'Nurga Kohvik OÜ', 'EE 14201002', { admin: 'ALPHA:LEPP' }),
  company('ALPHA:MERETUUL', 'Meretuul AS', 'EE 10201003', { admin: 'ALPHA:KUUSK', disclosed: ['phone'] }),
  company('ALPHA:APTEEK', 'Rohelise Apteek OÜ', 'EE 14201004', { admin: 'ALPHA:ILVES' }),
  company('ALPHA:KOOL', 'Metsaääre Kool MTÜ', 'EE 80201005', { admin: 'ALPHA:OUN' }),
  company('ALPHA:NORDIC', 'Nordic Parcel Oy', 'FI 2620100-6', { admin: 'ALPHA:VIRTANEN' }),
  person('ALPHA:PUU', 'Andres Puu', 'EE 39609100416', { unlinkedDays: 40 }),
  person('ALPHA:LUIK', 'Helve Luik', 'EE 46902260248', { unlinkedDays: 120 }),
  person('ALPHA:KULL', 'Siim Kull', 'EE 38203310368', {
    statuses: ['serverUpdateProhibited'],
    unlinkedDays: 20,
  }),
  company('BETA:TECH', 'Beta Names Operations', 'EE 87654321'),
  person('BETA:SEPP', 'Kristi Sepp', 'EE 48107070335'),
  person('BETA:PARN', 'Anu Pärn', 'EE 48712120434'),
  person('BETA:KIVI', 'Karl Kivi', 'EE 50204050273'),
  person('BETA:VAHER', 'Sandra Vaher', 'EE 60108180350', { disclosed: ['email', 'phone'] }),
  person('BETA:RAUD', 'Endel Raud', 'EE 35906230211'),
  person('BETA:POLD', 'Reet Põld', 'EE 47801150447'),
  person('BETA:HUNT', 'Rasmus Hunt', 'EE 39307280463'),
  person('BETA:ROOS', 'Tiiu Roos', 'EE 46510300314'),
  person('BETA:OZOLS', 'Janis Ozols', 'LV 010190-12345'),
  born('BETA:MEYER', 'Hannah Meyer', 'DE 1991-02-03'),
  company('BETA:RAAMAT', 'Raamatupood Kaks OÜ', 'EE 14202001', { admin: 'BETA:PARN' }),
  company('BETA:PUIT', 'Põhja Puit AS', 'EE 10202002', { admin: 'BETA:RAUD' }),
  company('BETA:KLIINIK', 'Järve Kliinik OÜ', 'EE 14202003', { admin: 'BETA:VAHER' }),
  company('BETA:MATKAD', 'Rabamatkad OÜ', 'EE 14202004', { admin: 'BETA:HUNT' }),
  company('BETA:BALTIC', 'Baltic Weather SIA', 'LV 40202005', { admin: 'BETA:OZOLS' }),
  company('BETA:VALD', 'Kaldapealse Vald', 'EE 75202006', { admin: 'BETA:ROOS' }),
  // This is the same person as ALPHA:LEPP, which it can replace as an admin contact.
  person('ALPHA:KADRI', 'Kadri Lepp', 'EE 49303010423', { unlinkedDays: 5 }),
];

const registrars: readonly RegistrarCode[] = ['ALPHA', 'BETA'];

export const registrarOfContact = (code: string): RegistrarCode =>
  registrars.find((registrar) => code.startsWith(`${registrar}:`)) ?? 'ALPHA';
