import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { operatorRoles } from './actor.ts';
import { parseDuration } from './calendar.ts';
import { serversOf, tlsProblemOf } from './database-url.ts';
import { commaList, withoutTrailing } from './text.ts';

/** The kinds of values that variables of the environment have (config.ts). */

export const optionalText = z.string().trim().min(1).optional();
export const textList = z.string().transform(commaList);
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const noHttpUrl = 'must be a URL such as https://registry.example';
export const httpUrl = z
  .url({ protocol: /^https?$/, error: noHttpUrl })
  .transform((url) => withoutTrailing(url, '/'));
export const addressList = textList.refine((entries) => entries.every(isAddressOrBlock), {
  message: 'must be a comma list of IP addresses or CIDR blocks',
});
export const owners = textList
  .refine((entries) => entries.every((entry) => /^[a-z_]+=https?:\/\//.test(entry)), {
    message: 'must look like auction=https://...,eeid=https://...',
  })
  .transform((entries) => new Map(entries.map((entry) => entry.split(/=(.*)/s) as [string, string])));

const isOneLine = (text: string): boolean => !/[\r\n]/.test(text);

/** No request can have a token with a line break: a file with a token on each line would let nobody in. */
export const tokenList = z
  .string()
  .refine(isOneLine, { message: 'must be a comma list in one line' })
  .transform(commaList);
export const token = z.string().trim().min(1).refine(isOneLine, { message: 'must be one line' });

/** Exact origins: a wildcard, a path or a bare host would let in other pages than the operator means. */
export const originList = textList.refine((entries) => entries.every(isWebOrigin), {
  message: 'must be a comma list of origins such as https://intranet.example, without a path or wildcard',
});

/** `registry-admins=ADMIN,registry-helpdesk=SUPPORT`: the first group that a person is in decides. */
export const operatorsByGroup = textList.transform((entries, context) =>
  entries.map((entry) => {
    const [, group = '', given] = /^(.*)=(\w+)$/.exec(entry) ?? [];
    const role = operatorRoles.find((one) => one === given?.toUpperCase());
    if (group !== '' && role) return { group, role };
    context.addIssue({
      code: 'custom',
      message: 'must look like registry-admins=ADMIN,registry-helpdesk=SUPPORT',
    });
    return z.NEVER;
  }),
);

/** `name=value,...` as OpenTelemetry writes it, with values percent-encoded. */
export const sentHeaders = textList.transform((entries, context) =>
  Object.fromEntries(
    entries.map((entry) => {
      const [, name = '', value = ''] = /^([\w-]+) *= *(\S.*)$/.exec(entry) ?? [];
      try {
        if (name !== '') return [name, decodeURIComponent(value)];
      } catch {
        // A per cent sign that encodes nothing.
      }
      context.addIssue({ code: 'custom', message: 'must look like authorization=Bearer%20...,name=value' });
      return [name, value];
    }),
  ),
);

// Node lower-cases header names and keeps `_` and `-` apart: only the exact spelling counts.
export const headerName = z
  .string()
  .regex(/^[\w-]+$/, { message: 'must be the name of a header' })
  .transform((name) => name.toLowerCase());

const callerKinds = ['registrar', 'portal', 'billing', 'operator', 'anonymous'];
export const callers = textList
  .refine((entries) => entries.every((entry) => callerKinds.includes(entry)), {
    message: `must be a comma list of ${callerKinds.join(', ')}`,
  })
  .transform((entries): ReadonlySet<string> => new Set(entries));

/** A length of time such as PT15M, in milliseconds. */
export const duration = (shortestMs: number) =>
  z.string().transform((text, context) => {
    const milliseconds = millisecondsOf(text);
    if (milliseconds !== undefined && milliseconds >= shortestMs) return milliseconds;
    context.addIssue({ code: 'custom', message: 'must be a duration such as PT15M' });
    return z.NEVER;
  });

/** A length of time such as P7Y, as the calendar counts it. */
export const calendarDuration = z.string().transform((text, context) => {
  const parsed = parseDuration(text);
  if (parsed && parsed.sign > 0) return parsed;
  context.addIssue({ code: 'custom', message: 'must be a duration such as P7Y' });
  return z.NEVER;
});

/** A number of processes, or one for each core. */
export const workers = z
  .union([z.literal('auto'), z.coerce.number().int().min(1).max(256)], {
    error: 'must be auto or a number from 1 to 256',
  })
  .default(1);

/** An address, or `A name <address>`: whatever a mail can have as its one sender. */
export const sender = z.string().trim().refine(isSender, {
  message: 'must be an address such as registry@registry.example, or Registry <registry@registry.example>',
});

/** A switch for what a registry can do without. */
export const onOrOff = z.enum(['on', 'off'], { error: 'must be on or off' }).default('on');

/** Settings that may also be given as a file, `<NAME>_FILE`. */
export const secretTypes = z.registry<{ readonly isSecret: true }>();
export const secret = <T extends z.ZodType>(type: T): T => {
  secretTypes.add(type, { isSecret: true });
  return type;
};

export function saysTlsRight(
  url: string,
  context: { addIssue(issue: { code: 'custom'; message: string }): void },
): void {
  const message = tlsProblemOf(url);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
}

export const databaseUrl = z
  .string()
  .refine((url) => serversOf(url) !== undefined, {
    message:
      'must look like postgres://user:password@host:5432/name, or name several servers, of which the one that takes ' +
      'writes is found: postgres://user:password@one:5432,other:5432/name?target_session_attrs=read-write',
  })
  .superRefine(saysTlsRight)
  .optional();

function millisecondsOf(text: string): number | undefined {
  try {
    return parseDuration(text)?.total('milliseconds');
  } catch {
    // Months and years have no fixed length.
    return undefined;
  }
}

export const isFingerprint = (entry: string): boolean => /^[0-9a-f]{64}$/i.test(entry.replaceAll(':', ''));

function isAddressOrBlock(entry: string): boolean {
  return entry.includes('/') ? ipaddr.isValidCIDR(entry) : ipaddr.isValid(entry);
}

function isSender(text: string): boolean {
  const named = /^(?:"[^"\\\p{Cc}]+"\s*|[^"\\<>(),:;@\p{Cc}]*)<([^<>]+)>$/u.exec(text);
  const [, host] = /^[^\s@"<>(),:;[\]\\]+@([^\s@]+)$/.exec(named?.[1] ?? text) ?? [];
  return host !== undefined && /^(?:\[[\d.a-fv:]+\]|[\p{L}\p{M}\d-]+(?:\.[\p{L}\p{M}\d-]+)*)$/iu.test(host);
}

/**
 * Tells whether an entry is written as browsers write an origin; anything else could end the directive of a
 * Content-Security-Policy.
 */
function isWebOrigin(entry: string): boolean {
  if (!/^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/.test(entry) || !URL.canParse(entry))
    return false;
  return new URL(entry).origin === entry;
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
