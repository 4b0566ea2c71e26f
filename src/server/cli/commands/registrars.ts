import { text as readAll } from 'node:stream/consumers';
import { type Command, fail, list, required, text } from '../../../base/command.ts';
import { randomPassword } from '../../../base/secrets.ts';

export const createUser: Command = {
  name: 'create-user',
  summary: 'add a user to a registrar, for its API calls',
  details:
    'Without --password-stdin a random password is generated and shown once. Passwords are never read from the command line, where other users could see them.',
  options: {
    registrar: {
      value: 'CODE',
      description: 'the registrar it acts for; not needed for a facade, which has only one',
    },
    username: { value: 'name', required: true, description: 'the name it signs in with' },
    role: {
      value: 'role',
      multiple: true,
      description: 'super, epp or billing; may be repeated (default super)',
    },
    'password-stdin': { description: 'read the password from standard input' },
  },
  run: async ({ given, registry, print }) => {
    const made = given['password-stdin'] === true ? undefined : randomPassword();
    const password = made ?? (await readAll(process.stdin)).replace(/\r?\n$/, '');
    const roles = list(given, 'role').map((role) => role.toUpperCase());
    const unknown = roles.find((role) => !['SUPER', 'EPP', 'BILLING'].includes(role));
    if (unknown) fail(`--role must be super, epp or billing, not ${unknown.toLowerCase()}`);
    const username = required(given, 'username');
    await (await registry()).ask(
      `mutation ($input: ApiUserCreateInput!) {
        apiUserCreate(input: $input) { apiUser { username } userErrors { message } } }`,
      {
        input: {
          registrar: text(given, 'registrar'),
          username,
          password,
          roles: roles.length > 0 ? roles : ['SUPER'],
        },
      },
    );
    print(made ? `Created user ${username} with password ${made}` : `Created user ${username}`);
  },
};
