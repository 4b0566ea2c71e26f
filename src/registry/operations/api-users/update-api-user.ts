import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Actor, nameOf, type UserRole } from '../../../base/actor.ts';
import { failure, Problems, refuseWith } from '../../../base/errors.ts';
import { allowedIpFailures } from '../../rules/registrar/allowed-ips.ts';
import { apiUserFailures, canonicalFingerprint } from '../../rules/registrar/registrar-fields.ts';
import { type ApiUser, updateApiUser as writeApiUser } from '../../store/registry/api-users.ts';
import { endTokens } from '../access-tokens/end-tokens.ts';
import { flag, secret, text, texts } from '../input.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { writeToRegistrar } from '../registrar/letters.ts';
import { registrySettings } from '../settings.ts';
import { apiUserChange } from './api-user-document.ts';
import { userConflicts } from './create-api-user.ts';
import { isSomebodyElse, tellOfEndedLink } from './end-link.ts';
import { guardUserNamesOfOthers } from './names-of-others.ts';
import { confirmedBy, keepSuperUser, lockOwnUser, noteMakerOf, userKey } from './own-user.ts';
import { misleadingName } from './reserved-names.ts';

const changes = z.object({
  user: userKey,
  username: z.string().optional(),
  password: secret(
    'A new password of at least 6 characters, 12 in production; unchanged when left out. Access tokens of the user end with the old one.',
  ).optional(),
  keepTokens: flag('true: its access tokens stay valid after a new password.').default(false).optional(),
  roles: texts('Its new roles; unchanged when left out.', 'UserRole').optional(),
  active: flag('false locks it out at once, true lets it sign in again; unchanged when left out.').optional(),
  email: text(
    'The e-mail address of the person who uses it; an empty text removes it, unchanged when left out.',
  ).optional(),
  identityCode: text(
    'The personal code of the person who uses it; an empty text removes it, unchanged when left out.',
  ).optional(),
  certificateFingerprints: texts(
    'SHA-256 fingerprints in hexadecimal digits of the client certificates it may sign in with, instead of those it had; unchanged when left out. For operators.',
  )
    .meta({ permits: ['operator'] })
    .optional(),
  allowedIps: texts(
    'Addresses and blocks (192.0.2.0/24) from which it may call, instead of those it had; unchanged when left out. For operators.',
  )
    .meta({ permits: ['operator'] })
    .optional(),
});
type Changes = z.infer<typeof changes>;

/**
 * Changes a user for its registrar's super user or an operator: locks the registrar and the user, checks the fields,
 * and saves what has changed. A new password or a deactivation revokes access tokens and takes effect at once in every
 * process, and the registrar gets a mail about a new password.
 */
export const updateApiUser = defineCommand({
  name: 'api-user.update',
  summary: "Changes a user's name, password or roles, or locks it out.",
  permits: ['registrar:super', 'operator'],
  operators: 'SUPPORT',
  scope: 'SIGN_IN',
  input: changes,
  passwordToHash: ({ password }) => password,
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_POLICY',
    'OBJECT_EXISTS',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
    'RATE_LIMITED',
  ],
  conflicts: userConflicts,
  rest: 'PUT /registry/v1/api_users/:api_user_id',
  graphql: 'Mutation.apiUserUpdate',
  run: async (context, input) => {
    const { db, now, actor, record, publish } = context;
    const { user: before, registrar } = await lockOwnUser(db, actor, input.user);
    const { fields, problems } = await checked(context, input);
    const stays = fields.active ?? before.active;
    const isSuper = (fields.roles ?? before.roles).includes('super');
    if (isActiveSuper(before) && !(stays && isSuper))
      await problems.further().attempt(() => keepSuperUser(db, actor, before));
    const isRenamed = fields.username !== undefined && fields.username !== before.username;
    problems
      .further()
      .direct(isRenamed ? misleadingName(fields.username ?? '', context.config) : undefined)
      .refuseIfAny();
    const changed = {
      ...(fields.username !== undefined && { username: fields.username }),
      ...(fields.password !== undefined && { password_hash: context.passwordHash }),
      ...(fields.roles && { roles: [...new Set(fields.roles)] as UserRole[] }),
      ...(fields.active !== undefined && { active: fields.active }),
      ...(fields.email !== undefined && { email: fields.email || null }),
      ...identityOf(actor, before, fields.identityCode),
      ...(fields.password !== undefined && isSomebodyElse(actor, before) && { subject: null }),
      ...(fields.certificateFingerprints && {
        certificate_fingerprints: fields.certificateFingerprints.map(canonicalFingerprint),
      }),
      ...(fields.allowedIps && { allowed_ips: fields.allowedIps }),
    };
    // Portals send the whole form, with unchanged fields too.
    if (isDeepStrictEqual({ ...before, ...changed }, before))
      return { id: before.id, username: before.username };
    if (isRenamed) await guardUserNamesOfOthers(context, fields.username ?? '');
    if (actor.kind === 'registrar' && changed.subject === null) await tellOfEndedLink(context, before);
    const by = { updated_by: nameOf(actor), updated_at: now };
    const after = await writeApiUser(db, before.id, { ...changed, ...by });
    const isGiven = after.roles.some((role) => !before.roles.includes(role));
    if (fields.password !== undefined || isGiven || (after.active && !before.active))
      await noteMakerOf(context, after.id);
    // A reactivated user has no tokens: somebody with the old password may have created some
    // (docs/rules/access.md#access-tokens).
    if (!after.active || (fields.password !== undefined && !fields.keepTokens))
      await endTokens(context, { userId: after.id });
    // These sessions end for good: a link that is confirmed again does not restore them.
    if (!after.active || fields.password !== undefined || after.subject !== before.subject)
      await endTokens(context, { switchedBy: after.id });
    record(apiUserChange(before, after));
    // Streams that were opened under the old user name would not notice changes under the new one.
    for (const name of new Set([before.username, after.username])) publish('api_user', name);
    if (fields.password !== undefined)
      writeToRegistrar(context, registrar, {
        subject: `Notification: API user [${after.username}] password changed`,
        paragraphs: [
          `The password of your API user ${after.username} was changed by ${nameOf(actor)}. If this was not intended, tell us at once.`,
        ],
      });
    return { id: after.id, username: after.username };
  },
});

/**
 * Checks the changes of a user. Only the operator sets certificates and addresses of a single user
 * (docs/rules/self-service.md#users).
 */
async function checked(
  { db, config, actor }: OperationContext,
  input: Changes,
): Promise<{ readonly fields: Changes; readonly problems: Problems }> {
  const { certificateFingerprints, allowedIps } = input;
  if (actor.kind === 'registrar' && (certificateFingerprints ?? allowedIps))
    refuseWith(failure('AUTHORIZATION'));
  const { ipWhitelistMaxCount } = await registrySettings(db);
  const fields = {
    ...input,
    email: input.email?.trim(),
    identityCode: input.identityCode?.trim(),
    allowedIps: allowedIps?.map((entry) => entry.trim()),
  };
  const problems = new Problems().direct(
    ...apiUserFailures(fields, config.isTrial),
    ...allowedIpFailures(fields.allowedIps ?? [], ipWhitelistMaxCount),
  );
  return { fields, problems };
}

/** Portals send the code with every form: an unchanged code stays confirmed. */
function identityOf(actor: Actor, before: ApiUser, given: string | undefined) {
  if (given === undefined) return {};
  const identity_code = given || null;
  const isSame = actor.kind === 'registrar' && identity_code === before.identity_code;
  return isSame ? {} : { identity_code, subject: confirmedBy(actor, identity_code) };
}

const isActiveSuper = ({ active, roles }: ApiUser): boolean => active && roles.includes('super');
