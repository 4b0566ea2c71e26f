import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { isLoopbackAddress, isPublicAddress, literalAddress } from '../addresses.ts';
import { codePoints, isUnprintable, isUnsafeText } from '../text.ts';

/** docs/rules/webhooks.md#messages. */
export const webhookEvents = [
  'notification.created',
  'domain.changed',
  'invoice.changed',
  'approval.changed',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Sent only on request; it cannot be subscribed to. */
export const testEvent = 'webhook.test';
export const everyEvent = [...webhookEvents, testEvent] as const;

export const mostWebhooks = limit('webhooks of one registrar', 10, 'Each event is sent to each of them.');
export const longestUrl = limit(
  'characters of the address of a webhook',
  2048,
  'Longer ones are not served everywhere.',
);
export const longestDescription = limit('characters of the description of a webhook', 255, 'It is a label.');
/** How long the previous secret still signs after it was replaced. */
export const secretsOverlapMs = 24 * 60 * 60 * 1000;
/** How long a delivered or abandoned message can be read and sent again. */
export const deliveriesKeptMs = 30 * 24 * 60 * 60 * 1000;

/** The hosts that a connection may reach: any on the Internet, or this machine alone. */
export type TargetNetwork = 'public' | 'loopback';

/**
 * The hosts that a URL may reach; undefined if it is not allowed. Names are resolved and checked when a
 * message is sent.
 */
export function targetNetworkOf(url: URL, isTrial: boolean): TargetNetwork | undefined {
  const address = literalAddress(url.hostname);
  if (isTrial && url.protocol === 'http:')
    return url.hostname === 'localhost' || (address !== undefined && isLoopbackAddress(address))
      ? 'loopback'
      : undefined;
  if (url.protocol !== 'https:' || isLocalName(url.hostname)) return undefined;
  return address === undefined || isPublicAddress(address) ? 'public' : undefined;
}

const isLocalName = (hostname: string): boolean => /(^|\.)localhost\.?$/.test(hostname);

const pathsHere: string[] = [];

/** Adds a path at which this process itself receives webhooks, to try them without a server. */
export const receiveHere = (path: string): void => void pathsHere.push(path);

export const isReceivedHere = (url: string, publicUrl: string): boolean =>
  pathsHere.some((path) => url.split('?', 1)[0] === `${publicUrl}${path}`);

interface Where {
  readonly isTrial: boolean;
  readonly publicUrl: string;
}

export function urlFailures(text: string, { isTrial, publicUrl }: Where): Failure[] {
  const path = ['url'];
  if (text.length > longestUrl)
    return [failure('PARAMETER_VALUE_RANGE', `The URL must have at most ${longestUrl} characters`, { path })];
  if (!URL.canParse(text) || isUnsafeText(text))
    return [
      failure('PARAMETER_VALUE_SYNTAX', 'The URL must be valid, such as https://example.com/hooks', { path }),
    ];
  const url = new URL(text);
  if (url.username || url.password || url.hash)
    return [failure('PARAMETER_VALUE_POLICY', 'The URL must have no user, password or fragment', { path })];
  if (targetNetworkOf(url, isTrial) || (isTrial && isReceivedHere(text, publicUrl))) return [];
  const also = isTrial ? ', or http://localhost' : '';
  return [failure('PARAMETER_VALUE_POLICY', `The URL must be https: at a public address${also}`, { path })];
}

export function descriptionFailures(text: string | null | undefined): Failure[] {
  if (!text) return [];
  const isLine = codePoints(text) <= longestDescription && !isUnprintable(text);
  const words = `The description must be one line of at most ${longestDescription} characters without markup`;
  return isLine ? [] : [failure('PARAMETER_VALUE_SYNTAX', words, { path: ['description'] })];
}

export const noEvents = (): Failure =>
  failure('REQUIRED_PARAMETER_MISSING', 'Name at least one event', { path: ['events'] });

export const testPending = (): Failure =>
  failure('OBJECT_STATUS_PROHIBITS', 'A test of this webhook is still waiting to be delivered');

export const tooMany = (): Failure =>
  failure('PARAMETER_VALUE_RANGE', `A registrar has at most ${mostWebhooks} webhooks`);

/** The part of a URL that is shown where its path may be a secret (docs/rules/webhooks.md#permissions). */
export const hostOf = (url: string): string => /^[^/]+\/\/[^/?#]+/.exec(url)?.[0] ?? '';

/** The prefix of every signing secret, as Standard Webhooks prescribes. */
export const secretPrefix = 'whsec_';
