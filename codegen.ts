import type { CodegenConfig } from '@graphql-codegen/cli';

const types = {
  useTypeImports: true,
  enumsAsTypes: true,
  skipTypename: true,
  onlyOperationTypes: true,
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
};

/** Typed documents for clients and tests, from the example documents in schema/operations, and what the console asks. */
const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  generates: {
    'packages/client/src/documents.generated.ts': {
      documents: 'schema/operations/*.graphql',
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        ...types,
        documentMode: 'documentNode',
        documentNodeImport: './document.ts#TypedDocument',
      },
    },
    'src/console/documents.generated.ts': {
      documents: 'src/console/documents/*.graphql',
      plugins: ['typescript-operations'],
      config: types,
    },
  },
};

export default config;
