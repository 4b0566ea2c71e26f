import type { JobEventKind } from '../../core/time-keeper.ts';
import type { RegistrySettings } from '../../rules/domain/domain-settings.ts';
import type { DomainDraft, DomainState } from '../domains/model/domain-state.ts';
import type { OperationContext } from '../operation.ts';
import type { DueState } from './domain-job.ts';
import { atMoment } from './job.ts';
import { saveDatedDomains } from './save-dated-domains.ts';

export interface DatedOutcome {
  readonly draft: DomainDraft;
  readonly remindAt?: Date | null;
  readonly event?: JobEventKind;
}

/** For jobs whose whole effect on a domain is a new draft and what they tell the registrar. */
export const eachDomain =
  (outcomeOf: (context: OperationContext, state: DomainState, settings: RegistrySettings) => DatedOutcome) =>
  async (
    context: OperationContext,
    due: readonly DueState[],
    settings: RegistrySettings,
  ): Promise<(JobEventKind | undefined)[]> => {
    const dated = due.map(({ state, moment }) => ({
      state,
      moment,
      ...outcomeOf(atMoment(context, moment), state, settings),
    }));
    await saveDatedDomains(context, dated, settings);
    return dated.map(({ event }) => event);
  };

export const withStatus = (draft: DomainDraft, ...statuses: string[]): DomainDraft => ({
  ...draft,
  statuses: [...new Set([...draft.statuses, ...statuses])],
});
