import { z } from 'zod';
import { failure, Problems } from '../../../base/errors.ts';
import { changesOf } from '../../../base/events.ts';
import { registrarFailures, taxFailures } from '../../rules/registrar/registrar-fields.ts';
import { type Registrar, updateRegistrar as writeRegistrar } from '../../store/registry/registrars.ts';
import { text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { lockNamedRegistrar } from './named-registrar.ts';

/**
 * Changes a registrar's data for an operator: locks it, checks the data and the tax data as they would be, and saves
 * them with history. Fields that are left out stay and an empty text clears a field; the code never changes, because
 * the codes of its contacts begin with it.
 */
export const updateRegistrar = defineCommand({
  name: 'registrar.update',
  summary: 'Changes the data of a registrar.',
  permits: ['operator'],
  operators: 'ADMIN',
  scope: 'WRITE',
  input: z.object({
    code: text('The code of the registrar, such as ALPHA.'),
    name: text('The full name of the company.').optional(),
    website: text('The address of its public web site: https://alpha.example.').optional(),
    email: text('The e-mail address at which the registry reaches it.').optional(),
    phone: text('Its phone number.').optional(),
    regNo: text('Its number in the business register.').optional(),
    countryCode: text('The country it is in, which decides the VAT: EE.', 'CountryCode').optional(),
    vatNumber: text('Its VAT number: registrars abroad that have one are charged no VAT.').optional(),
    vatRate: text(
      'The VAT rate it is charged, in percent; only for a registrar abroad without a VAT number. null removes it.',
      'Decimal',
    )
      .nullable()
      .optional(),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_SYNTAX',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_EXISTS',
  ],
  conflicts: {
    registrars_name_key: failure('OBJECT_EXISTS', 'Registrar name already exists', { path: ['name'] }),
  },
  graphql: 'Mutation.registrarUpdate',
  run: async ({ db, now, record }, input) => {
    const before = await lockNamedRegistrar(db, input.code);
    const given = (name: keyof typeof input, old: string | null): string | undefined =>
      (input[name] === undefined ? old : input[name]?.trim()) || undefined;
    const fields = {
      code: before.code,
      name: given('name', before.name) ?? '',
      website: given('website', before.website),
      email: given('email', before.email),
      phone: given('phone', before.phone),
      regNo: given('regNo', before.reg_no),
      countryCode: given('countryCode', before.country_code),
      vatNumber: given('vatNumber', before.vat_no),
      vatRate: given('vatRate', before.vat_rate),
    };
    const { issuerCountryCode } = await registrySettings(db);
    new Problems()
      .validation(...registrarFailures(fields), ...taxFailures(fields, issuerCountryCode))
      .refuseIfAny();
    const after = await writeRegistrar(db, before.id, {
      name: fields.name,
      website: fields.website ?? null,
      email: fields.email ?? null,
      phone: fields.phone ?? null,
      reg_no: fields.regNo ?? null,
      country_code: fields.countryCode?.toUpperCase() ?? null,
      vat_no: fields.vatNumber ?? null,
      vat_rate: fields.vatRate ?? null,
      updated_at: now,
    });
    record(registrarChange(before, after));
    return { id: after.id };
  },
});

const registrarChange = changesOf(
  'registrar',
  ({ code }: Registrar) => code,
  (registrar) => ({
    name: registrar.name,
    website: registrar.website,
    email: registrar.email,
    phone: registrar.phone,
    regNo: registrar.reg_no,
    countryCode: registrar.country_code,
    vatNumber: registrar.vat_no,
    vatRate: registrar.vat_rate,
  }),
);
