// Who asks on this page: whoever is signed in, and in the sandbox, before that, one of its callers.
import { kindOfCaller, sessionNow } from '../../browser/caller.ts';
import { byId, make } from '../../browser/editors.ts';
import { callers } from '../../browser/facts.ts';

const wanted = new URLSearchParams(location.hash.slice(1)).get('as');
let as = callers[wanted] ? wanted : Object.keys(callers)[0];

/** The sandbox's caller, for the address of the page; undefined when somebody is signed in. */
export const lookedAs = () => (sessionNow() ? undefined : as);
export const authorizationNow = () => sessionNow()?.authorization ?? callers[as];
export const whoAsks = () => sessionNow()?.who ?? as;
/** Changes when somebody signs in or out, or looks as somebody else. */
export const callerKey = () => `${sessionNow() ? 'session' : 'look'} ${authorizationNow() ?? ''}`;
/** The kind of caller, by the name of its schema; undefined for nobody. */
export const kindNow = () => (authorizationNow() ? kindOfCaller(as) : undefined);

const showChoice = () => {
  byId('as-whom').hidden = Boolean(sessionNow()) || as === undefined;
};
byId('as').append(...Object.keys(callers).map((name) => make('option', { value: name, textContent: name })));
byId('as').value = as ?? '';
byId('as').addEventListener('change', ({ target }) => {
  as = target.value;
  dispatchEvent(new Event('zonegraph:caller'));
});
addEventListener('zonegraph:caller', showChoice);
showChoice();
