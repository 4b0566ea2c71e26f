import type { JobEventKind } from '../../../base/job-control.ts';
import type { RegistrySettings } from '../../rules/domain/domain-settings.ts';
import { type DomainStep, nextDueDomain, takeDue } from '../../store/registry/due-domains.ts';
import { type DomainState, domainStates } from '../domains/model/domain-state.ts';
import type { OperationContext } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { type DeclaredJob, defineJob, type Job, jobEvent, momentOf } from './job.ts';

interface DomainJob extends Pick<DeclaredJob, 'name' | 'operation' | 'summary'> {
  readonly step: DomainStep;
  /** Applies the job to these domains, each at its own time; undefined if there is nothing to record. */
  readonly apply: (
    context: OperationContext,
    due: readonly DueState[],
    settings: RegistrySettings,
  ) => Promise<(JobEventKind | undefined)[]>;
}

export interface DueState {
  readonly state: DomainState;
  readonly moment: Date;
}

/** A job over domains: finds and locks them, and records the result of each. */
export const defineDomainJob = ({ step, apply, ...declared }: DomainJob): Job =>
  defineJob({
    ...declared,
    next: ({ settings }) => ({ earliest: nextDueDomain(step, settings) }),
    work: async (context, input) => {
      const { db, calendar } = context;
      const settings = await registrySettings(db);
      const { until, limit } = input;
      const rows = await takeDue(db, step, { until, limit, settings, zone: calendar.zone });
      const ids = rows.map(({ id }) => id);
      const states = new Map(
        (await domainStates(db, ids, calendar.dateOf(until))).map((state) => [state.row.id, state]),
      );
      const due = rows.flatMap(({ id, due }) => {
        const state = states.get(id);
        return state ? [{ state, moment: momentOf(due, input) }] : [];
      });
      const kinds = due.length === 0 ? [] : await apply(context, due, settings);
      const events = due.flatMap(({ state, moment }, index) => {
        const kind = kinds[index];
        return kind ? [jobEvent(kind, state.row.name, moment)] : [];
      });
      return { events, taken: rows.length };
    },
  });
