import { Problems } from '../../../core/errors.ts';
import type { Moment } from '../../../rules/contact/ident.ts';
import type { RegistrySettings } from '../../../rules/domain/domain-settings.ts';
import type { NameserverInput } from '../../../rules/domain/nameserver.ts';
import type { DomainDraft } from './domain-draft.ts';
import type { DomainState } from './domain-state.ts';
import { givenNameservers } from './nameserver-input.ts';
import { reasonsAgainst } from './reasons-against.ts';

/** The domain with these nameservers instead of all that it has, and everything that speaks against it. */
export function withNameservers(
  moment: Moment,
  state: DomainState,
  nameservers: readonly NameserverInput[],
  settings: RegistrySettings,
): { readonly draft: DomainDraft; readonly problems: Problems } {
  const given = givenNameservers(nameservers, state.row.name);
  const draft = { ...state.draft, nameservers: given.nameservers };
  const problems = reasonsAgainst('changeNameservers', state, {
    settings,
    moment,
    change: { wanted: draft, given: new Problems().validation(...given.failures) },
  });
  return { draft, problems };
}
