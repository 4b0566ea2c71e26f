import { Problems } from '../../../../base/errors.ts';
import type { Moment } from '../../../rules/contact/ident.ts';
import type { DomainAction } from '../../../rules/domain/allowed-actions.ts';
import type { RegistrySettings } from '../../../rules/domain/domain-settings.ts';
import { periodMonths } from '../../../rules/domain/period.ts';
import { domainProblems } from './check-domain.ts';
import type { CheckedDraft, JudgedState } from './domain-state.ts';
import { forbidden } from './forbidden.ts';
import { renewalFailures } from './renewal.ts';

interface Judging {
  readonly settings: RegistrySettings;
  readonly moment: Moment;
  /** The details of a request, and its mistakes. */
  readonly change?: { readonly wanted: CheckedDraft; readonly given?: Problems };
}

/**
 * The actions for which it does not matter whether the domain is valid
 * (docs/rules/registrar.md#what-statuses-forbid).
 */
const decidedByStatuses = ['delete', 'transfer', 'bulkTechReplace', 'bulkNameserverReplace'] as const;
type DecidedByStatuses = (typeof decidedByStatuses)[number];

const isDecidedByStatuses = (action: DomainAction): action is DecidedByStatuses =>
  decidedByStatuses.some((one) => one === action);

/**
 * The only place that decides whether something may be done with the domain now, and if not, why: commands refuse
 * with these reasons, and `Domain.allowedActions` shows them. With the requested `change`, the reasons include
 * everything that is wrong with its outcome. Without it, they are the reasons against every request of the kind,
 * leaving out problems that such a request could fix, as a new registrant fixes an invalid one.
 */
export function reasonsAgainst(action: DecidedByStatuses, domain: JudgedState): Problems;
export function reasonsAgainst(
  actions: DomainAction | readonly DomainAction[],
  domain: JudgedState,
  judging: Judging,
): Problems;
export function reasonsAgainst(
  actions: DomainAction | readonly DomainAction[],
  domain: JudgedState,
  judging?: Judging,
): Problems {
  const asked = typeof actions === 'string' ? [actions] : actions;
  const problems = new Problems();
  if (asked.includes('renew') && judging) {
    // The request does not have a period here: if even the shortest one is too long, all of them are.
    const { first, horizon } = renewalFailures(judging.moment, domain, shortestPeriod, judging.settings);
    return problems.direct(...first, ...horizon);
  }
  problems.direct(...forbidden(domain, ...asked));
  if (!judging || (asked.length > 0 && asked.every(isDecidedByStatuses))) return problems;
  const { settings, moment, change } = judging;
  if (change) {
    if (change.given) problems.with(change.given);
    return problems.with(domainProblems(change.wanted, domain.draft, settings, moment));
  }
  const fixed = asked.flatMap((action) => fixedBy(action, domain.draft, settings));
  const found = domainProblems(domain.draft, domain.draft, settings, moment).all;
  return problems.direct(...found.filter(({ path = [] }) => !fixed.some((part) => part === path[0])));
}

const shortestPeriod = Math.min(...periodMonths);

/** The parts of a domain, by their names in failures, that an action replaces: their problems may end with it. */
function fixedBy(
  action: DomainAction,
  { admins }: CheckedDraft,
  settings: RegistrySettings,
): readonly ('registrant' | 'adminContacts' | 'techContacts' | 'nameservers' | 'dnssecKeys')[] {
  switch (action) {
    case 'changeRegistrant':
      // The registrant decides whether an admin contact is required, but not whether there are too many.
      return admins.length > settings.adminContactsMaxCount
        ? ['registrant']
        : ['registrant', 'adminContacts'];
    case 'changeAdminContacts':
      return ['adminContacts'];
    case 'changeTechContacts':
      return ['techContacts'];
    case 'changeNameservers':
      return ['nameservers'];
    case 'changeDnssecKeys':
      return ['dnssecKeys'];
    default:
      return [];
  }
}
