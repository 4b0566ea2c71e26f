import { z } from 'zod';
import { Problems, referenceNotFound, refuseWith } from '../../core/errors.ts';
import { hashPassword } from '../../core/secrets.ts';
import { allowedIpFailures } from '../../rules/registrar/allowed-ips.ts';
import { apiUserFailures, canonicalFingerprint } from '../../rules/registrar/registrar-fields.ts';
import { lockApiUser, updateApiUser as writeApiUser } from '../../store/registry/registrars.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { apiUserDocument } from './api-user-document.ts';
import { userRole } from './create-api-user.ts';

/** Every process forgets what it knows of the user's credentials: a new password or a lock counts at once. */
export const updateApiUser = defineCommand({
  name: 'api-user.update',
  summary: "Changes a user's password, roles, certificates or addresses, or locks it out.",
  permits: ['operator'],
  input: z.object({
    username: z.string(),
    password: z.string().optional(),
    roles: z.array(userRole).optional(),
    active: z.boolean().optional(),
    certificateFingerprints: z.array(z.string()).optional(),
    allowedIps: z.array(z.string()).optional(),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_POLICY',
    'OBJECT_DOES_NOT_EXIST',
  ],
  graphql: 'Mutation.apiUserUpdate',
  run: async ({ db, now, config, record, publish }, { username, ...input }) => {
    const before = await lockApiUser(db, username);
    if (!before) return refuseWith(referenceNotFound('API user was not found', ['username']));
    const { ipWhitelistMaxCount } = await registrySettings(db);
    const allowedIps = input.allowedIps?.map((entry) => entry.trim());
    new Problems()
      .validation(
        ...apiUserFailures(input, config.ZONEGRAPH_MODE),
        ...allowedIpFailures(allowedIps ?? [], ipWhitelistMaxCount),
      )
      .refuseIfAny();
    const after = await writeApiUser(db, before.id, {
      ...(input.password !== undefined && { password_hash: await hashPassword(input.password) }),
      ...(input.roles && { roles: [...new Set(input.roles)] }),
      ...(input.active !== undefined && { active: input.active }),
      ...(input.certificateFingerprints && {
        certificate_fingerprints: input.certificateFingerprints.map(canonicalFingerprint),
      }),
      ...(allowedIps && { allowed_ips: allowedIps }),
      updated_at: now,
    });
    record({
      type: 'api_user',
      id: before.id,
      key: username,
      before: apiUserDocument(before),
      after: apiUserDocument(after),
    });
    publish('api_user', username);
    return { id: before.id, username };
  },
});
