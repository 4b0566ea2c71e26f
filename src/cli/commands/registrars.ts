import { randomBytes } from 'node:crypto';
import { text as readAll } from 'node:stream/consumers';
import { type Command, fail, list, required, text } from '../command.ts';

export const createRegistrar: Command = {
  name: 'create-registrar',
  summary: 'let a new registrar in and open its account',
  options: {
    code: { value: 'CODE', required: true, description: 'the prefix of its contact codes' },
    name: { value: 'name', required: true, description: 'its full name' },
    website: { value: 'url', description: 'its public web site' },
    email: { value: 'address', description: 'where it can be reached' },
    'reg-no': { value: 'number', description: 'its registration number as a company' },
    balance: { value: 'amount', description: 'what its account starts with, such as 100.00' },
  },
  run: async ({ given, registry, print }) => {
    const { registrarCreate } = await (await registry()).ask<{
      registrarCreate: { registrar: { code: string; name: string } };
    }>(
      `mutation ($input: RegistrarCreateInput!) {
        registrarCreate(input: $input) { registrar { code name } userErrors { message } } }`,
      {
        input: {
          code: required(given, 'code'),
          name: required(given, 'name'),
          website: text(given, 'website'),
          email: text(given, 'email'),
          regNo: text(given, 'reg-no'),
          balance: text(given, 'balance'),
        },
      },
    );
    print(`Created registrar ${registrarCreate.registrar.code} (${registrarCreate.registrar.name})`);
  },
};

export const createUser: Command = {
  name: 'create-user',
  summary: 'give a registrar a user for its API calls',
  details:
    'Without --password-stdin a random password is made and shown once. Passwords are never taken from the command line, where others could read them.',
  options: {
    registrar: {
      value: 'CODE',
      description: 'the registrar it acts for; not needed for a facade, which has one',
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
    const made = given['password-stdin'] === true ? undefined : randomBytes(12).toString('base64url');
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
