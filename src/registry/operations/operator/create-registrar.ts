import { z } from 'zod';
import { failure, Problems } from '../../../base/errors.ts';
import {
  normaliseRegistrarCode,
  registrarFailures,
  taxFailures,
} from '../../rules/registrar/registrar-fields.ts';
import { openAccount, post } from '../../store/registry/accounts.ts';
import { insertRegistrar } from '../../store/registry/registrars.ts';
import { text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { amountOf } from './amounts.ts';

const exists = (field: 'code' | 'name') =>
  failure('OBJECT_EXISTS', `Registrar ${field} already exists`, { path: [field] });

/**
 * Adds a registrar for an operator: checks its data, its tax data and the opening balance, and creates the registrar
 * and its account. The opening balance is posted to the ledger like any other credit
 * (docs/rules/registrar.md#charges).
 */
export const createRegistrar = defineCommand({
  name: 'registrar.create',
  summary: 'Adds a registrar and opens its account.',
  permits: ['operator'],
  operators: 'ADMIN',
  scope: 'WRITE',
  input: z.object({
    code: text('A short name in capitals, with which its contact codes will begin: ALPHA.'),
    name: text('The full name of the company.'),
    website: text('The address of its public web site: https://alpha.example.').optional(),
    email: text('The e-mail address at which the registry reaches it.').optional(),
    regNo: text('The number of the company in its business register.').optional(),
    countryCode: text(
      "The country it is in, which decides the VAT; the registry's own when left out.",
      'CountryCode',
    ).optional(),
    vatNumber: text('Its VAT number: registrars abroad that have one are charged no VAT.').optional(),
    vatRate: text(
      'The VAT rate it is charged, in percent; only for a registrar abroad without a VAT number.',
      'Decimal',
    ).optional(),
    balance: text(
      'The opening balance of its account, in euros; "0.00" when left out.',
      'Decimal',
    ).optional(),
  }),
  errors: ['REQUIRED_PARAMETER_MISSING', 'PARAMETER_VALUE_RANGE', 'PARAMETER_VALUE_SYNTAX', 'OBJECT_EXISTS'],
  conflicts: { registrars_code_key: exists('code'), registrars_name_key: exists('name') },
  graphql: 'Mutation.registrarCreate',
  run: async ({ db, now, record, request }, input) => {
    const fields = { ...input, code: normaliseRegistrarCode(input.code), name: input.name.trim() };
    const balance = amountOf('balance', input.balance ?? '0', { negative: false });
    const { issuerCountryCode } = await registrySettings(db);
    new Problems()
      .validation(...registrarFailures(fields), ...taxFailures(fields, issuerCountryCode), balance.failure)
      .refuseIfAny();
    const { code, name, website, email, regNo, countryCode, vatNumber, vatRate } = fields;
    const { id } = await insertRegistrar(db, {
      code,
      name,
      website: website ?? null,
      email: email ?? null,
      reg_no: regNo ?? null,
      phone: null,
      billing_email: email ?? null,
      billing_address: null,
      country_code: countryCode?.toUpperCase() ?? null,
      vat_no: vatNumber ?? null,
      vat_rate: vatRate ?? null,
      created_at: now,
      updated_at: now,
    });
    await openAccount(db, id);
    if (balance.value !== '0.00')
      await post(db, [
        {
          registrarId: id,
          activity: 'add_credit',
          description: 'Opening balance',
          sum: balance.value,
          requestId: request.id,
          at: now,
        },
      ]);
    record({
      type: 'registrar',
      id,
      key: code,
      after: { code, name, website, email, regNo, countryCode, vatNumber, vatRate },
    });
    return { id, code };
  },
});
