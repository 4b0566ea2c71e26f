import type { CodegenConfig } from '@graphql-codegen/cli';

/** Types for every document in src, held to the schema that the server publishes. */
const config: CodegenConfig = {
  schema: '../../schema/schema.graphql',
  documents: 'src/**/*.{ts,tsx}',
  ignoreNoDocuments: true,
  generates: {
    'src/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        avoidOptionals: false,
        scalars: {
          DateTime: 'string',
          Date: 'string',
          Decimal: 'string',
          DomainName: 'string',
          CountryCode: 'string',
          Duration: 'string',
          Secret: 'string',
          DateTimeOrDuration: 'string',
          JSON: 'unknown',
        },
      },
    },
  },
};

export default config;
