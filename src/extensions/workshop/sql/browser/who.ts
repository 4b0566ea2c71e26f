// Who asks on this page: whoever is signed in, and in the sandbox, before that, one of its callers.

import { byId, element, make } from '../../../kit/browser/dom.ts';
import { kindOfCaller, sessionNow } from '../../browser/caller.ts';
import { callers } from '../../browser/facts.ts';

const wanted = new URLSearchParams(location.hash.slice(1)).get('as') ?? '';
let as: string | undefined = callers[wanted] ? wanted : Object.keys(callers)[0];
const asWhom = element('as', HTMLSelectElement);

/** The sandbox's caller, for the address of the page; undefined when somebody is signed in. */
export const lookedAs = (): string | undefined => (sessionNow() ? undefined : as);
export const authorizationNow = (): string | undefined => sessionNow()?.authorization ?? callers[as ?? ''];
export const whoAsks = (): string | undefined => sessionNow()?.who ?? as;
/** Changes when somebody signs in or out, or looks as somebody else. */
export const callerKey = (): string => `${sessionNow() ? 'session' : 'look'} ${authorizationNow() ?? ''}`;
/** The kind of caller, by the name of its schema; undefined for nobody. */
export const kindNow = (): string | undefined => (authorizationNow() ? kindOfCaller(as) : undefined);

const showChoice = (): void => {
  byId('as-whom').hidden = Boolean(sessionNow()) || as === undefined;
};
asWhom.append(...Object.keys(callers).map((name) => make('option', { value: name, textContent: name })));
asWhom.value = as ?? '';
asWhom.addEventListener('change', () => {
  as = asWhom.value;
  dispatchEvent(new Event('zonegraph:caller'));
});
addEventListener('zonegraph:caller', showChoice);
showChoice();
