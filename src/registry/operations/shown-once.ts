const secrets = new WeakMap<object, string>();

/**
 * Returns a secret with a command's value, to be shown with it and stored nowhere: neither history nor an
 * idempotency key ever holds it, so that a repeated request is answered without it.
 */
export function withSecret<V extends object>(value: V, secret: string): V {
  secrets.set(value, secret);
  return value;
}

/** Null: it was shown before. */
export const shownOnce = (value: object): string | null => secrets.get(value) ?? null;
