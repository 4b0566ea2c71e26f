import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, it } from 'vitest';
import { tools, type Workplace, withClient, workplace } from '../support/tools.ts';
import { testWorld } from '../support/world.ts';

/** What others generate from the addresses that we serve compiles, each with a query of its own. */
const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
  lib: ['es2023', 'dom', 'dom.iterable'],
};

describe.runIf(tools)('what is generated from what we serve', () => {
  let url: string;
  beforeAll(async () => {
    url = await (await testWorld()).listen();
  });

  const project = (more: object = {}, config: object = { include: ['src'] }): Workplace => {
    const place = withClient(workplace());
    mkdirSync(join(place.folder, 'src'));
    place.write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { ...compilerOptions, ...more }, ...config }),
    );
    return place;
  };
  const served = async (path: string): Promise<string> => (await fetch(`${url}${path}`)).text();

  it('by the client preset of GraphQL Code Generator compiles', async () => {
    const place = project();
    place.write(
      'codegen.ts',
      `import { scalars } from '@zonegraph/client/codegen';
      export default {
        schema: '${url}/schema/registrar.graphql',
        documents: 'src/*.ts',
        generates: { 'src/gql/': { preset: 'client', config: { scalars, useTypeImports: true } } },
      };`,
    );
    place.write(
      'src/own.ts',
      `import { graphql } from './gql';
      import type { ResultOf, VariablesOf } from '@graphql-typed-document-node/core';
      const own = graphql(\`query Own($first: Int!) { domains(first: $first) { nodes { id name expiresAt renewQuote(period: "P1Y") { price } } } }\`);
      type Nodes = NonNullable<NonNullable<ResultOf<typeof own>['domains']>['nodes']>;
      export const shown = ([first]: Nodes): string => first!.expiresAt + first!.name.length + first!.renewQuote!.price;
      export const variables: VariablesOf<typeof own> = { first: 1 };
      // @ts-expect-error No such argument.
      export const wrong: VariablesOf<typeof own> = { second: 1 };`,
    );
    await place.run('graphql-codegen', '--config', 'codegen.ts');
    await place.run('tsc');
  });

  it('by gql.tada compiles', async () => {
    const plugin = {
      name: 'gql.tada/ts-plugin',
      schema: './schema.graphql',
      tadaOutputLocation: './src/env.d.ts',
    };
    const place = project({ plugins: [plugin] });
    place.write('schema.graphql', await served('/schema/registrar.graphql'));
    place.write(
      'src/own.ts',
      `import { type ResultOf, initGraphQLTada } from 'gql.tada';
      import type { Scalars } from '@zonegraph/client/codegen';
      import type { introspection } from './env.d.ts';
      const graphql = initGraphQLTada<{ introspection: introspection; scalars: Scalars }>();
      const own = graphql(\`query Own { contacts(first: 1) { nodes { id code createdAt } } }\`);
      type Nodes = NonNullable<ResultOf<typeof own>['contacts']>['nodes'];
      export const shown = ([first]: Nodes): string => first!.createdAt!.slice(0, 10) + first!.code;
      // @ts-expect-error No such field.
      export const wrong = ([first]: Nodes): string => first!.name;`,
    );
    await place.run('gql.tada', 'generate-output');
    await place.run('tsc');
  });

  it('by the Relay compiler compiles', async () => {
    const place = project();
    place.write('schema.graphql', await served('/schema/registrar.graphql'));
    place.write(
      'scalars.mjs',
      `import { scalars } from '@zonegraph/client/codegen'; console.log(JSON.stringify(scalars));`,
    );
    const customScalarTypes = JSON.parse(await place.run('node', 'scalars.mjs'));
    place.write(
      'relay.config.json',
      JSON.stringify({
        src: './src',
        schema: './schema.graphql',
        language: 'typescript',
        eagerEsModules: true,
        customScalarTypes,
      }),
    );
    place.write(
      'src/own.ts',
      `import { graphql } from 'relay-runtime';
      import type { ownQuery } from './__generated__/ownQuery.graphql.ts';
      export const own = graphql\`
        query ownQuery($name: DomainName!) {
          domain(name: $name) { id expiresAt nameservers { id hostname } dnssecKeys { id keyTag } statuses { name } }
        }\`;
      export const shown = ({ domain }: ownQuery['response']): string => domain!.expiresAt + domain!.nameservers[0]!.id;`,
    );
    await place.run('relay-compiler');
    await place.run('tsc');
  });

  it('by Hey API compiles', async () => {
    const place = project();
    place.write('openapi.json', await served('/openapi.json'));
    await place.run('openapi-ts', '-i', 'openapi.json', '-o', 'src/api');
    place.write('src/own.ts', ownRequest('./api'));
    await place.run('tsc');
  });

  it('by Orval compiles', async () => {
    const place = project();
    place.write('openapi.json', await served('/openapi.json'));
    await place.run('orval', '--input', 'openapi.json', '--output', 'src/api.ts', '--client', 'fetch');
    place.write(
      'src/own.ts',
      `import { domainsRenew } from './api.ts';
      export const renewed = () => domainsRenew('tamm.ee', { renews: { period: 1, period_unit: 'y', exp_date: '2027-01-01' } });`,
    );
    await place.run('tsc');
  });
});

const ownRequest = (api: string): string =>
  `import { domainsRenew } from '${api}';
  export const renewed = () => domainsRenew({
    path: { domain_name: 'tamm.ee' },
    body: { renews: { period: 1, period_unit: 'y', exp_date: '2027-01-01' } },
  });`;
