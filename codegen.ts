import type { CodegenConfig } from '@graphql-codegen/cli';

/** Typed documents for clients and tests, from the example documents in schema/operations. */
const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  documents: 'schema/operations/**/*.graphql',
  generates: {
    'packages/client/src/documents.generated.ts': {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        skipTypename: true,
        onlyOperationTypes: true,
        documentMode: 'documentNode',
        documentNodeImport: './document.ts#TypedDocument',
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
