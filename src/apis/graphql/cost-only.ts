import type { FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';

const said = ({ headers }: FastifyRequest) => headers['cost-only'];

/** Tells whether only the price of the document is requested. */
export const isCostOnly = (request: FastifyRequest): boolean => said(request) === 'true';

/** Any unclear value is refused: a caller who wants to see a price must not be charged. */
export const isTrueOrFalse = (request: FastifyRequest): boolean => {
  const header = said(request);
  return header === undefined || header === 'true' || header === 'false';
};

export const costOnlyIsTrue = (): GraphQLError =>
  new GraphQLError('Cost-Only must be true or false', {
    extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
  });
