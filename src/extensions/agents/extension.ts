import type { Extension } from '../../apis/extension-points.ts';
import './approvals/graph/mutations.ts';
import './approvals/graph/queries.ts';
import './approvals/graph/subscriptions.ts';
import { performerOf } from './approvals/operations/perform-approved.ts';
import { mountApprovals } from './approvals/pages.ts';
import { approvalSteps } from './approvals/steps.ts';
import './approvals/void-approvals.ts';
import { mountSignInForApps } from './apps/mount.ts';
import { mountAgents } from './mcp/mount.ts';
import { bearerChallenge } from './oauth/protected-resource.ts';
import { isForApps } from './settings.ts';

export const extension: Extension = {
  name: 'agents',
  about: "/mcp for assistants, apps that sign registrars' users in, writes that wait for a person.",
  needs: ['kit'],
  challenge: (request, services) => bearerChallenge(services, request, '/graphql'),
  steps: approvalSteps,
  external: (parts, runner) => ({ approvals: performerOf(parts, runner) }),
  mount: (app, services, served) => {
    mountAgents(app, services, served);
    mountApprovals(app, services);
    if (isForApps(services.config)) mountSignInForApps(app, services);
  },
};
