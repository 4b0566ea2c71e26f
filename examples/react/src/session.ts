/** What the page keeps of somebody who has signed in: a token that ends by itself, never the password. */
export interface Session {
  readonly url: string;
  readonly token: string;
}

const place = 'zonegraph-session';

/** Until the tab is closed. */
export function keptSession(): Session | null {
  const kept = sessionStorage.getItem(place);
  return kept === null ? null : (JSON.parse(kept) as Session);
}

export function keepSession(session: Session | null): void {
  if (session) sessionStorage.setItem(place, JSON.stringify(session));
  else sessionStorage.removeItem(place);
}
