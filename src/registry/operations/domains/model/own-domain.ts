import { registrarOf } from '../../../../base/actor.ts';
import { objectDoesNotExist, refuseWith } from '../../../../base/errors.ts';
import { normaliseLookup } from '../../../rules/domain/domain-name.ts';
import type { Domain } from '../../../store/registry/domain-columns.ts';
import type { DomainParts, DomainWithParts } from '../../../store/registry/domain-reader.ts';
import { domainsByName } from '../../../store/registry/domains.ts';
import type { OperationContext } from '../../operation.ts';

/** Reads a domain of any registrar by its name as the caller spells it; undefined if there is none. */
export async function domainNamed(
  { db, calendar, now }: OperationContext,
  name: string,
  parts?: DomainParts,
): Promise<DomainWithParts | undefined> {
  const [domain] = await domainsByName(db, [normaliseLookup(name)], calendar.dateOf(now), parts);
  return domain;
}

/**
 * Reads one of the caller's own domains; others do not exist for it (docs/rules/registrar.md#looking-up-a-domain).
 */
export async function ownDomain(context: OperationContext, name: string): Promise<Domain> {
  const domain = await domainNamed(context, name);
  const { registrarId } = registrarOf(context.actor);
  return domain?.registrar_id === registrarId ? domain : refuseWith(objectDoesNotExist());
}
