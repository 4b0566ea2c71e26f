import type { JobEventKind } from '../../../base/job-control.ts';
import type { RegistrySettings } from '../../rules/domain/domain-settings.ts';
import type { DomainDraft } from '../domains/model/domain-draft.ts';
import type { DomainState } from '../domains/model/domain-state.ts';
import { saveDomains } from '../domains/model/save-domain.ts';
import type { OperationContext } from '../operation.ts';
import type { DueState } from './domain-job.ts';
import { atMoment } from './job.ts';

interface Outcome {
  readonly draft: DomainDraft;
  readonly event?: JobEventKind;
}

/** Makes the work of a job whose whole effect on a domain is a new draft and messages to the registrar. */
export const eachDomain =
  (outcomeOf: (context: OperationContext, state: DomainState, settings: RegistrySettings) => Outcome) =>
  async (
    context: OperationContext,
    due: readonly DueState[],
    settings: RegistrySettings,
  ): Promise<(JobEventKind | undefined)[]> => {
    const changes = due.map(({ state, moment }) => ({
      state,
      at: moment,
      ...outcomeOf(atMoment(context, moment), state, settings),
    }));
    await saveDomains(context, changes, settings);
    return changes.map(({ event }) => event);
  };

export const withStatus = (draft: DomainDraft, ...statuses: string[]): DomainDraft => ({
  ...draft,
  statuses: [...new Set([...draft.statuses, ...statuses])],
});
