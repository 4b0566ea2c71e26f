import type { Config } from '../../base/config.ts';
import { adminToken } from '../../base/operator-tokens.ts';
import { publishedAgentToken, publishedToken } from '../../registry/rules/registrar/access-tokens.ts';

/** The text after `npm start`: the URLs and the credentials. */
export function welcome(url: string, config: Config): string {
  return `
Zonegraph sandbox is ready at ${url}

  Start here   ${url}
  GraphiQL     ${url}/graphql
  REST         ${url}/registry/v1  (also ${url}/repp/v1)
  REST docs    ${url}/docs
  Sandbox      ${url}/sandbox  (mailbox, clock, payments, ledger)
  Console      ${url}/operator  (for operators, with the operator's token)
  Health       ${url}/readyz  ${url}/metrics

  registrar    alpha / alpha-sandbox, beta / beta-sandbox   (Basic)
  one role     alpha-epp / alpha-sandbox, alpha-billing / alpha-sandbox   (Basic)
  read only    ${publishedToken}   (Bearer, of ALPHA)
  agent        ${publishedAgentToken}   (Bearer, of ALPHA; its writes wait at /approvals)
  portal       ${config.BUSINESS_REGISTRY_TOKENS[0] ?? '(none)'}   (Bearer)
  operator     ${adminToken(config) ?? '(none)'}   (Bearer)
  billing      HS256 secret ${config.BILLING_SECRET}, claim initiator   (Bearer JWT)

  Try it:      curl -u alpha:alpha-sandbox ${url}/registry/v1/accounts/balance

`;
}
