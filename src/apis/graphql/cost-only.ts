import type { FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';

const said = ({ headers }: FastifyRequest) => headers['cost-only'];

/** Only the price of the document is asked for. */
export const isCostOnly = (request: FastifyRequest): boolean => said(request) === 'true';

/** A caller that wants to see a price and spells the header otherwise must not be charged. */
export const isTrueOrFalse = (request: FastifyRequest): boolean => {
  const header = said(request);
  return header === undefined || header === 'true' || header === 'false';
};

export const costOnlyIsTrue = (): GraphQLError =>
  new GraphQLError('Cost-Only must be true or false', {
    extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
  });
