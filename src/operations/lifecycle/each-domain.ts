import type { OperationContext } from '../../core/operation.ts';
import type { JobEventKind } from '../../core/time-keeper.ts';
import type { RegistrySettings } from '../../rules/domain-settings.ts';
import type { DomainDraft, DomainState } from '../domains/domain-state.ts';
import type { DueState } from './domain-job.ts';
import { atMoment } from './job.ts';
import { saveFates } from './save-fates.ts';

export interface Fate {
  readonly draft: DomainDraft;
  readonly remindAt?: Date | null;
  readonly event?: JobEventKind;
}

/** For jobs whose whole effect on a domain is a new draft and what they tell the registrar. */
export const eachDomain =
  (fate: (context: OperationContext, state: DomainState, settings: RegistrySettings) => Fate) =>
  async (
    context: OperationContext,
    due: readonly DueState[],
    settings: RegistrySettings,
  ): Promise<(JobEventKind | undefined)[]> => {
    const fates = due.map(({ state, moment }) => ({
      state,
      moment,
      ...fate(atMoment(context, moment), state, settings),
    }));
    await saveFates(context, fates, settings);
    return fates.map(({ event }) => event);
  };

export const withStatus = (draft: DomainDraft, ...statuses: string[]): DomainDraft => ({
  ...draft,
  statuses: [...new Set([...draft.statuses, ...statuses])],
});
