import { z } from 'zod';
import { failure, Problems } from '../../core/errors.ts';
import type { Document } from '../../core/events.ts';
import { registrarFailures, taxFailures } from '../../rules/registrar/registrar-fields.ts';
import { type Registrar, updateRegistrar as writeRegistrar } from '../../store/registry/registrars.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { lockNamedRegistrar } from './named-registrar.ts';

/** Fields that are left out stay, an empty text clears; its code is part of its contacts' codes and never changes. */
export const updateRegistrar = defineCommand({
  name: 'registrar.update',
  summary: 'Changes what the registry knows of a registrar.',
  permits: ['operator'],
  scope: 'WRITE',
  input: z.object({
    code: z.string(),
    name: z.string().optional(),
    website: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
    regNo: z.string().optional(),
    countryCode: z.string().optional(),
    vatNumber: z.string().optional(),
    vatRate: z.string().optional(),
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
      (input[name] === undefined ? old : input[name].trim()) || undefined;
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
    record({
      type: 'registrar',
      id: after.id,
      key: after.code,
      before: documentOf(before),
      after: documentOf(after),
    });
    return { id: after.id };
  },
});

const documentOf = (registrar: Registrar): Document => ({
  name: registrar.name,
  website: registrar.website,
  email: registrar.email,
  phone: registrar.phone,
  regNo: registrar.reg_no,
  countryCode: registrar.country_code,
  vatNumber: registrar.vat_no,
  vatRate: registrar.vat_rate,
});
