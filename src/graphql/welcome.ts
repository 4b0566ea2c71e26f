import { accessTokenOf } from '../core/actor.ts';
import type { Context } from './context.ts';

/** Tells whoever answers for long when the caller's credentials are changed; gives back how to stop listening. */
export function whenUnwelcome({ bus, actor }: Context, tell: () => void): () => void {
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
