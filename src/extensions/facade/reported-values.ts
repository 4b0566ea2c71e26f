import { z } from 'zod';
import { isLocalDate } from '../../base/calendar.ts';
import { parseMoney } from '../../base/money.ts';

/**
 * Shapes of values in a registry's answers. Registries differ in small things (numbers as texts, a code where
 * an object is documented, missing keys), which are accepted. An object that differs otherwise is not understood, and
 * never becomes a row.
 */
export const text = z.union([z.string(), z.number().transform(String)]);
export const filled = text.refine((value) => value.trim() !== '', 'is empty');
export const integer = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
]);
/** The registry's own number of a nameserver or key; not every registry reports it. */
export const number = integer.optional().catch(undefined);
export const moment = z.iso.datetime({ offset: true }).transform((value) => new Date(value));
export const day = z
  .string()
  .transform((value) => value.slice(0, 10))
  .refine(isLocalDate, 'is not a date');
export const amount = text.transform((value, context) => {
  const parsed = parseMoney(value);
  if (parsed === undefined) context.addIssue({ code: 'custom', message: 'is not an amount' });
  return parsed ?? z.NEVER;
});
export const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((found) => found ?? []);

/** Names with notes, or names alone. */
export const statuses = (isKnown: (name: string) => boolean) =>
  z
    .union([
      z.record(z.string(), z.string().nullable()),
      z
        .array(z.string())
        .transform((names) => Object.fromEntries(names.map((name): [string, string | null] => [name, '']))),
    ])
    .refine((body) => Object.keys(body).every(isKnown), 'has an unknown status');

/** An empty note counts as none. */
export const statusColumns = (body: Readonly<Record<string, string | null>>) => ({
  statuses: Object.keys(body),
  status_notes: Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => Boolean(entry[1])),
  ),
});

export const registrar = z.object({
  name: filled,
  website: text.nullish().transform((website) => website ?? null),
});
