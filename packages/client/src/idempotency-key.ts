/** A key that makes a write repeatable: make one for each write and keep it over your own retries. */
export const idempotencyKey = (): string => crypto.randomUUID();
