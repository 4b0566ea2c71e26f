import { type Actor, accessTokenOf } from '../core/actor.ts';
import type { Bus } from '../core/events.ts';
import type { Authenticator } from './authenticator.ts';

/** Tells whoever answers for long when the caller's credentials are changed; gives back how to stop listening. */
export function whenUnwelcome(
  { bus, actor }: { readonly bus: Bus; readonly actor: Actor },
  tell: () => void,
): () => void {
  const token = accessTokenOf(actor);
  const stops = [
    bus.subscribe('api_user', (key) => {
      if (actor.kind === 'registrar' && (key === '' || key === actor.username)) tell();
    }),
    bus.subscribe('access_token', (key) => {
      if (token && key === String(token.id)) tell();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

interface WelcomeParts {
  readonly bus: Bus;
  readonly authenticator: Authenticator;
  readonly service: { readonly ending: boolean };
}

/** Whether the next page may be read: who asked for the first may have been shown out since. */
export class Welcome {
  readonly #parts: WelcomeParts;
  readonly #actor: Actor;
  /** What holds the only connection sees nothing change meanwhile, and would wait for itself. */
  readonly #isAlone: boolean;
  readonly end: () => void;
  #isOver = false;

  constructor(parts: WelcomeParts, actor: Actor, { writes }: { readonly writes: unknown }) {
    this.#parts = parts;
    this.#actor = actor;
    this.#isAlone = writes !== undefined;
    this.end = whenUnwelcome({ bus: parts.bus, actor }, () => {
      this.#isOver = true;
    });
  }

  /** In words. */
  async whyNot(): Promise<string | undefined> {
    const { service, authenticator } = this.#parts;
    if (service.ending) return 'the registry is being restarted';
    const ended = 'the credentials that it was asked for with have ended';
    if (this.#isOver) return ended;
    if (this.#isAlone) return undefined;
    return authenticator.isStillWelcome(this.#actor).then(
      (isWelcome) => (isWelcome ? undefined : ended),
      () => 'it is not known whether they may be read on',
    );
  }
}
