import type { CodegenConfig } from '@graphql-codegen/cli';
import { scalars } from './packages/client/src/cache.generated.ts';

const types = {
  useTypeImports: true,
  enumsAsTypes: true,
  skipTypename: true,
  onlyOperationTypes: true,
  scalars,
};

/** Typed documents of the client from those in schema/operations, each from the schema of the caller that it is for. */
const documentsOf = (caller: string, documents: string | string[]) => ({
  schema: `schema/${caller}.graphql`,
  documents,
  plugins: ['typescript-operations', 'typed-document-node'],
  config: {
    ...types,
    documentMode: 'documentNode' as const,
    documentNodeImport: './document.ts#ShippedDocument',
  },
});

const others = { billing: 'billing', operator: 'operator', portal: 'reserv*' };

/** The types alone, of documents that are read as files. */
const typesOf = (caller: string, folder: string) => ({
  schema: `schema/${caller}.graphql`,
  documents: `${folder}/*.graphql`,
  plugins: ['typescript-operations'],
  config: { ...types, disableDescriptions: true },
});

/** And what the console and the command line ask. */
const config: CodegenConfig = {
  generates: {
    'packages/client/src/documents.generated.ts': documentsOf('registrar', [
      'schema/operations/*.graphql',
      ...Object.values(others).map((file) => `!schema/operations/${file}.graphql`),
    ]),
    ...Object.fromEntries(
      Object.entries(others).map(([caller, file]) => [
        `packages/client/src/${caller}-documents.generated.ts`,
        documentsOf(caller, `schema/operations/${file}.graphql`),
      ]),
    ),
    'src/extensions/console/pages/documents.generated.ts': typesOf(
      'operator',
      'src/extensions/console/pages/documents',
    ),
    'src/server/cli/documents.generated.ts': typesOf('registrar', 'src/server/cli/documents'),
  },
};

export default config;
