/**
 * A GraphQL gateway over the registrar API, generated from schema/openapi.json by GraphQL Mesh's own loader and served by
 * Yoga: what one gets without writing anything. PORT and UPSTREAM_URL say where.
 */
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { loadGraphQLSchemaFromOpenAPI } from '@omnigraph/openapi';
import { createYoga } from 'graphql-yoga';

const { PORT, UPSTREAM_URL = '' } = process.env;
const schema = await loadGraphQLSchemaFromOpenAPI('registry', {
  source: fileURLToPath(new URL('../../../schema/openapi.json', import.meta.url)),
  endpoint: UPSTREAM_URL,
  operationHeaders: { authorization: '{context.request.headers.authorization}' },
  cwd: fileURLToPath(new URL('../../..', import.meta.url)),
});
createServer(createYoga({ schema, logging: false, maskedErrors: false })).listen(Number(PORT), '127.0.0.1');
