import { z } from 'zod';
import type { Calendar } from '../../../base/calendar.ts';
import { everyRow } from '../../../base/filter.ts';
import { createApiUser } from '../../../registry/operations/api-users/create-api-user.ts';
import { deleteApiUser } from '../../../registry/operations/api-users/delete-api-user.ts';
import { listApiUsers } from '../../../registry/operations/api-users/list-api-users.ts';
import { showApiUser } from '../../../registry/operations/api-users/show-api-user.ts';
import { updateApiUser } from '../../../registry/operations/api-users/update-api-user.ts';
import { certificateLists } from '../../../registry/operations/readers/of-registrars.ts';
import type { ApiUser, Certificate } from '../../../registry/operations/readers/shown.ts';
import { certificateStatus } from '../../../registry/rules/registrar/certificates.ts';
import * as body from '../codec.ts';
import { type RestCall, type RestRoute, route } from '../route.ts';
import { count, data, flag, moment, named, number, orNull, text } from '../shapes.ts';
import { extraCost } from '../whole-list.ts';
import { subjectOf } from './certificates.ts';
import { success } from './envelope.ts';
import { idIn, putOrPatch, selfService } from './self-service.ts';

/** Shown instead of a password. Portals fill it into their forms and send it back unchanged. */
const mask = '********';
const roles = ['super', 'epp', 'billing'];

const userShape = named(
  'ApiUser',
  z.object({
    id: number('The number of the user', 1),
    name: text('The name it signs in with', 'alpha'),
    password: text('Never the password', mask),
    identity_code: text('The personal code of the person who uses it; empty when not given', '47101010033'),
    subject: orNull(text('The identity code, once the registry has confirmed it', '47101010033')),
    email: orNull(text('The e-mail address of the person who uses it', 'mari@alpha.example')),
    roles: text('What it may do', 'super, epp'),
    active: flag('Whether it may sign in'),
    created_at: moment('When it was created'),
    updated_at: moment('When it was last changed'),
    creator: orNull(text('The user or operator who created it', 'alpha')),
    updator: orNull(text('The user or operator who changed it last', 'alpha')),
    ident_request_sent_at: orNull(moment('When the person was asked to prove their identity')),
    verified_at: orNull(moment('Since when its identity is confirmed')),
    verification_id: orNull(text('The number of the proof', '123')),
    verification_pending_at: orNull(moment('Since when a proof of identity waits for review')),
    verification_snapshot: z.record(z.string(), z.unknown()).meta({ description: 'What the proof says' }),
    certificates: z
      .array(
        z.object({
          id: number('The number of the certificate', 1),
          subject: text('Its subject', '/C=EE/CN=alpha'),
          status: z.enum(['unsigned', 'signed', 'expired']).meta({ description: 'Whether it can be used' }),
        }),
      )
      .meta({ description: 'Its certificates that are not revoked' }),
  }),
);

const userFields = {
  username: body.optional(body.word({ description: 'The name it signs in with' })),
  plain_text_password: body
    .optional(body.text({ description: `Its password; \`${mask}\` is ignored` }))
    .transform((password) => (password === mask ? undefined : password)),
  active: body.optional(body.flag({ description: 'Whether it may sign in' })),
  roles: body
    .optional(body.textList({ description: `What it may do: ${roles.join(', ')}` }))
    .transform((given) => given?.filter((role) => role !== '')),
  identity_code: body.optional(body.word({ description: 'The personal code of the person who uses it' })),
  email: body.optional(body.word({ description: 'The e-mail address of the person who uses it' })),
};
const wrapped = body
  .fields({ api_user: body.wrapper(userFields) })
  .transform(({ api_user: { plain_text_password: password, identity_code: identityCode, ...user } }) => ({
    ...user,
    password,
    identityCode,
  }));
const userBody = body.orFlat(wrapped, 'api_user', userFields);
const changedFields = {
  ...userFields,
  keep_tokens: body.optional(
    body.flag({
      description: 'Whether its access tokens stay valid after a change of password; by default they end',
    }),
  ),
};
const changesBody = body.orFlat(
  body
    .fields({ api_user: body.wrapper(changedFields) })
    .transform(
      ({
        api_user: { plain_text_password: password, identity_code: identityCode, keep_tokens, ...user },
      }) => ({
        ...user,
        password,
        identityCode,
        keepTokens: keep_tokens,
      }),
    ),
  'api_user',
  changedFields,
);

const changedData = data({ api_user: z.object({ id: number('The number of the user', 1) }) });
const userIn = ({ path }: RestCall) => ({ user: { id: idIn(path.api_user_id) } });
const lookUp = (call: RestCall) => call.run(showApiUser, userIn(call));

/** docs/rules/self-service.md#users. */
export const apiUserRoutes: readonly RestRoute[] = [
  {
    method: 'GET' as const,
    path: '/api_users',
    operation: listApiUsers,
    docs: { data: data({ users: z.array(userShape), count: count('How many there are') }) },
    handle: async (call: RestCall) => {
      const query = {
        sort: [{ field: 'username', descending: false }] as const,
        slice: everyRow,
      };
      const users = await call.runAndShow(listApiUsers, { query, withCount: false }, async (db, { rows }) => {
        const certificates = await certificateLists(
          db,
          rows.map(({ id }) => id),
        );
        return rows.map((user, index) => userView(user, certificates[index] ?? [], call));
      });
      return { ...success({ users, count: users.length }), extraCost: extraCost(users.length) };
    },
  },
  {
    method: 'GET' as const,
    path: '/api_users/:api_user_id',
    operation: showApiUser,
    docs: {
      data: data({
        user: userShape,
        roles: z.array(z.string()).meta({ description: 'What a user may be', examples: [roles] }),
      }),
    },
    handle: async (call: RestCall) => {
      const user = await call.runAndShow(showApiUser, userIn(call), async (db, shown) =>
        userView(shown, (await certificateLists(db, [shown.id]))[0] ?? [], call),
      );
      return success({ user, roles });
    },
  },
  route({
    method: 'POST',
    path: '/api_users',
    operation: createApiUser,
    request: { body: userBody },
    docs: { data: changedData },
    handle: async (call) => {
      const { username = '', password = '', roles: given = [], active = false, ...rest } = call.body;
      const user = { username, password, roles: given, active, ...rest };
      const { id } = await call.run(createApiUser, user);
      return success({ api_user: { id } });
    },
  }),
  ...putOrPatch(
    route({
      method: 'PUT',
      path: '/api_users/:api_user_id',
      operation: updateApiUser,
      request: { body: changesBody, lookUp },
      docs: { data: changedData },
      handle: async (call) => {
        const { id } = await call.run(updateApiUser, { ...userIn(call), ...call.body });
        return success({ api_user: { id } });
      },
    }),
  ),
  {
    method: 'DELETE' as const,
    path: '/api_users/:api_user_id',
    operation: deleteApiUser,
    handle: async (call: RestCall) => {
      await call.run(deleteApiUser, userIn(call));
      return success();
    },
  },
].map(selfService);

function userView(
  user: ApiUser,
  certificates: readonly Certificate[],
  { calendar, now }: RestCall,
): z.infer<typeof userShape> {
  return {
    id: user.id,
    name: user.username,
    password: mask,
    identity_code: user.identity_code ?? '',
    subject: user.subject,
    email: user.email,
    roles: user.roles.join(', '),
    active: user.active,
    created_at: calendar.format(user.created_at),
    updated_at: calendar.format(user.updated_at),
    creator: user.created_by,
    updator: user.updated_by,
    ident_request_sent_at: momentOf(user.ident_request_sent_at, calendar),
    verified_at: momentOf(user.verified_at, calendar),
    verification_id: user.verification_id,
    verification_pending_at: momentOf(user.verification_pending_at, calendar),
    verification_snapshot: user.verification_snapshot,
    certificates: certificates.flatMap((one) => {
      const status = certificateStatus(one, now);
      return status === 'revoked' ? [] : [{ id: one.id, subject: subjectOf(one), status }];
    }),
  };
}

const momentOf = (at: Date | null, calendar: Calendar): string | null => at && calendar.format(at);
