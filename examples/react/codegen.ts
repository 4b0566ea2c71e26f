import type { CodegenConfig } from '@graphql-codegen/cli';
import { scalars } from '@zonegraph/client/codegen';

/** Types for every document in src, held to the schema that the server publishes. */
const config: CodegenConfig = {
  schema: '../../schema/registrar.graphql',
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
        scalars,
      },
    },
  },
};

export default config;
