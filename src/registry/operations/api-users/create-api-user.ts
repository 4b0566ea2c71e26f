import { z } from 'zod';
import { nameOf, type UserRole } from '../../../base/actor.ts';
import { type Failure, failure, Problems, referenceNotFound, refuseWith } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { apiUserFailures } from '../../rules/registrar/registrar-fields.ts';
import { countApiUsers, insertApiUser } from '../../store/registry/api-users.ts';
import { lockRegistrar, registrarsById } from '../../store/registry/registrars.ts';
import { flag, secret, text, texts } from '../input.ts';
import { type Db, defineCommand, type OperationContext } from '../operation.ts';
import { namedRegistrar } from '../operator/named-registrar.ts';
import { writeToRegistrar } from '../registrar/letters.ts';
import { apiUserChange } from './api-user-document.ts';
import { guardUserNamesOfOthers, usernameExists } from './names-of-others.ts';
import { confirmedBy, noteMakerOf, registrarFor } from './own-user.ts';
import { misleadingName } from './reserved-names.ts';

export const userConflicts = {
  api_users_username_key: usernameExists,
  api_users_identity_code_unique: failure('OBJECT_EXISTS', 'Identity code already exists at this registrar', {
    path: ['identityCode'],
  }),
};

/**
 * Creates an API user for a registrar: checks the fields, that the name is free and not reserved, and that the
 * registrar has room for another user. Only a hash of the password is kept, and a user that the operator or its
 * registrar creates counts as verified (docs/rules/self-service.md#users).
 */
export const createApiUser = defineCommand({
  name: 'api-user.create',
  summary: 'Creates an API user for a registrar.',
  permits: ['registrar:super', 'operator'],
  operators: 'SUPPORT',
  scope: 'SIGN_IN',
  input: z.object({
    registrar: text(
      "The code of the registrar it will act for, such as ALPHA; a registrar's own when left out.",
    ).optional(),
    username: text('The name it signs in with.'),
    password: secret('The password it will sign in with, of at least 6 characters; 12 in production.'),
    roles: texts('Its roles, which decide what it may do.', 'UserRole'),
    active: flag('Whether it may sign in; true when left out.').default(true),
    email: text('The e-mail address of the person who will use it.').optional(),
    identityCode: text('The personal code of the person who will use it.').optional(),
  }),
  passwordToHash: ({ password }) => password,
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_POLICY',
    'OBJECT_EXISTS',
    'OBJECT_DOES_NOT_EXIST',
    'DATA_MANAGEMENT_POLICY',
    'RATE_LIMITED',
  ],
  conflicts: userConflicts,
  rest: 'POST /registry/v1/api_users',
  graphql: 'Mutation.apiUserCreate',
  run: async (context, input) => {
    const { db, now, config, actor, record } = context;
    const fields = { ...input, email: input.email?.trim(), identityCode: input.identityCode?.trim() };
    const failures = apiUserFailures(fields, config.isTrial);
    const isNamed = !failures.some(({ path }) => path?.[0] === 'username');
    const problems = new Problems()
      .direct(...failures)
      .further()
      .direct(isNamed ? misleadingName(input.username, config) : undefined)
      .further();
    const registrarId = await problems.attempt(() => registrarOfNew(context, input.registrar));
    if (registrarId !== undefined) problems.further().direct(await oneTooMany(db, registrarId));
    // A guess about names of others counts, so it is made only when all else is right.
    problems.refuseIfAny();
    if (registrarId === undefined) throw new Error('a missing registrar went unnoticed');
    await guardUserNamesOfOthers(context, input.username);
    const user = await insertApiUser(db, {
      registrar_id: registrarId,
      username: input.username,
      password_hash: context.passwordHash,
      // The roles have been checked.
      roles: [...new Set(input.roles)] as UserRole[],
      active: input.active,
      email: fields.email || null,
      identity_code: fields.identityCode || null,
      subject: confirmedBy(actor, fields.identityCode || null),
      verified_at: now,
      last_login_at: null,
      created_by: nameOf(actor),
      updated_by: nameOf(actor),
      created_at: now,
      updated_at: now,
    });
    record(apiUserChange(undefined, user));
    await noteMakerOf(context, user.id);
    const [registrar] = await registrarsById(db, [registrarId]);
    if (registrar)
      writeToRegistrar(context, registrar, {
        subject: `Notification: API user [${user.username}] created`,
        paragraphs: [
          `${nameOf(actor)} has made the API user ${user.username} with the roles ${user.roles.join(', ')}. If this was not intended, tell us at once.`,
        ],
      });
    return { id: user.id, username: user.username };
  },
});

/**
 * Each user has its own budget and sign-ins (docs/rules/self-service.md#users). Concurrent creations are
 * counted one after the other.
 */
const mostUsers = limit('users of one registrar', 200, 'Each user has its own budget and sign-ins.');

async function oneTooMany(db: Db, registrarId: number): Promise<Failure | undefined> {
  await lockRegistrar(db, registrarId);
  return (await countApiUsers(db, registrarId)) >= mostUsers
    ? failure('DATA_MANAGEMENT_POLICY', `A registrar has at most ${mostUsers} users`)
    : undefined;
}

/** A registrar need not give its own code; codes of other registrars do not exist for it. */
async function registrarOfNew(
  { db, actor, onlyRegistrar }: OperationContext,
  code: string | undefined,
): Promise<number> {
  const own = registrarFor(actor);
  if (code === undefined)
    return (
      own ??
      (await onlyRegistrar?.(db)) ??
      refuseWith(failure('REQUIRED_PARAMETER_MISSING', 'Registrar is missing', { path: ['registrar'] }))
    );
  const { id } = await namedRegistrar(db, code);
  return own === undefined || own === id
    ? id
    : refuseWith(referenceNotFound('Registrar was not found', ['registrar']));
}
