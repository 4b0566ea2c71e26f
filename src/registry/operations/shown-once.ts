const secrets = new WeakMap<object, string>();

/**
 * Attaches a secret to a command's value, to be shown with it and stored nowhere: neither history nor an idempotency
 * key contains it, so a repeated request is answered without it.
 */
export function withSecret<V extends object>(value: V, secret: string): V {
  secrets.set(value, secret);
  return value;
}

/** Returns the secret of a value; null if it was shown before. */
export const shownOnce = (value: object): string | null => secrets.get(value) ?? null;
