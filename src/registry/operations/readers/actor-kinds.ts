import type { ActorKind } from '../../../base/actor.ts';
import { jobNames } from '../lifecycle/jobs.ts';

const kinds: Readonly<Record<string, ActorKind>> = {
  registrar: 'REGISTRAR_USER',
  operator: 'TOKEN',
  portal: 'TOKEN',
  billing: 'TOKEN',
  // Somebody who followed a link.
  anonymous: 'PERSON',
};

const jobs: ReadonlySet<string> = new Set(jobNames);

/** The kind of the actor of a history entry: the system is a job if it has the name of one. */
export const actorKindOf = (entry: {
  readonly actor_kind: string;
  readonly actor_name: string;
  readonly operator_id: number | null;
}): ActorKind => {
  if (entry.operator_id !== null) return 'PERSON';
  return kinds[entry.actor_kind] ?? (jobs.has(entry.actor_name) ? 'JOB' : 'REGISTRY');
};
