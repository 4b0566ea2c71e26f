/**
 * What `npm run test:core` runs without any extension, on the embedded database: how the paths of its files begin. Both APIs side by
 * side are `npm test`'s, and what asks the graph for every detail is `npm run test:all`'s (slow.ts).
 */
export const ofCore: readonly string[] = [
  'test/base/',
  'test/registry/rules/',
  'test/registry/entities/',
  'test/registry/operations/',
  'test/registry/lifecycle/',
  'test/integrations/',
  'test/apis/rest/',
  'test/apis/http/reservation/',
  'test/apis/http/billing/',
  'test/apis/http/registrar/',
];

/** Files of these folders that do not run there, by the reason. */
export const notOfCore: Readonly<Record<string, readonly string[]>> = {
  'are about what an extension adds or says': [
    'test/apis/rest/answers.',
    'test/apis/rest/requests.',
    'test/base/config.',
    'test/registry/entities/local-fields.',
    'test/registry/entities/longest-texts.',
    'test/registry/entities/made-up-',
    'test/registry/entities/secret-columns.',
    'test/registry/entities/settable-',
    'test/registry/lifecycle/notices.',
    'test/registry/lifecycle/scheduler.',
    'test/registry/operations/repeated-answers.',
    'test/registry/operations/runner-steps.',
    'test/registry/rules/webhooks.',
  ],
  "ask the sandbox's stand-ins: its mailbox, accounting, the business register, a second registry": [
    'test/apis/http/billing/accounting.',
    'test/apis/http/billing/e-invoice.',
    'test/apis/http/registrar/as-the-incumbent.',
    'test/apis/http/registrar/contact-address.',
    'test/apis/http/registrar/legal-documents.',
    'test/integrations/mail.',
    'test/integrations/outbox/webhooks.',
    'test/registry/lifecycle/confirmation.',
  ],
  'need more than one connection': ['test/apis/http/billing/races.', 'test/apis/http/reservation/races.'],
  'try thousands of cases': ['test/base/expressions.'],
};
