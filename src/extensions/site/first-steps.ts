import type { Config } from '../../base/config.ts';

/** Something to paste, and what it shows. */
export interface FirstStep {
  readonly title: string;
  readonly text: string;
  readonly code: string;
  readonly link?: { readonly href: string; readonly text: string };
}

/** Three first steps that work as pasted: in the sandbox with its credentials, elsewhere with the reader's own. */
export function firstSteps(url: string, { isTrial, hasExamples: isDemo }: Config): readonly FirstStep[] {
  const user = isTrial ? 'alpha:alpha-sandbox' : 'USERNAME';
  const question = isDemo ? expiringDomains : viewerAndBalance;
  return [
    {
      title: 'Ask the graph',
      text: isDemo
        ? 'What expires within a month, who holds it, what renewing it for a year costs: open it in GraphiQL and press play.'
        : 'Who you are, and what you have: open it in GraphiQL and press play.',
      code: question,
      link: { href: `/graphql?query=${encodeURIComponent(question)}`, text: 'Open it in GraphiQL' },
    },
    isDemo ? registerDomain(url, user) : createContact(url, user),
    {
      title: 'Listen',
      text: 'Keep this running in a terminal: each poll message arrives as it is written, over Server-Sent Events.',
      code: `curl -N -u ${user} ${url}/graphql \\
  -H 'accept: text/event-stream' -H 'content-type: application/json' \\
  -d '{"query":"subscription { notificationReceived { databaseId text } }"}'`,
    },
  ];
}

const expiringDomains = `query WhatExpires {
  domains(
    first: 10
    where: { expiresAt: { gte: "PT0S", lt: "P30D" } }
    orderBy: { field: EXPIRES_AT }
  ) {
    totalCount
    nodes {
      name
      expiresAt
      registrant { name }
      renewQuote(period: "P1Y") { price currency expiresAt }
    }
  }
}`;

const viewerAndBalance = `query WhoAmI {
  viewer { kind name registrar { code name } }
  account { balance currency }
}`;

const registerDomain = (url: string, user: string): FirstStep => ({
  title: 'Register a domain',
  text: 'The documented REST API, at its own path. The same request with a Dry-Run header only shows what would happen.',
  code: `curl -u ${user} ${url}/registry/v1/domains \\
  -H 'content-type: application/json' \\
  -d '{"domain":{"name":"hello-zone.ee","registrant":"ALPHA:TAMM","period":1,"period_unit":"y",
       "admin_contacts":["ALPHA:TAMM"],"tech_contacts":["ALPHA:TECH"]}}'`,
});

const createContact = (url: string, user: string): FirstStep => ({
  title: 'Create a contact',
  text: 'The documented REST API, at its own path. The same request with a Dry-Run header only shows what would happen.',
  code: `curl -u ${user} ${url}/registry/v1/contacts \\
  -H 'content-type: application/json' \\
  -d '{"contact":{"name":"Jaan Tamm","email":"jaan@example.com","phone":"+372.5555555",
       "ident":{"ident":"37804120211","ident_type":"priv","ident_country_code":"EE"}}}'`,
});
