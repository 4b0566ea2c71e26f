import { createHmac } from 'node:crypto';
import { promises as dns, type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import { realEpochSeconds } from '../base/clock.ts';
import { limit } from '../base/limits.ts';
import { spanHere, traced } from '../base/tracing.ts';
import { isLoopbackAddress, isPublicAddress } from '../registry/rules/addresses.ts';
import { secretPrefix, type TargetNetwork, targetNetworkOf } from '../registry/rules/registrar/webhooks.ts';

/** One message of Standard Webhooks. */
export interface WebhookMessage {
  readonly url: string;
  readonly id: string;
  readonly body: string;
  /** The message is signed with each, because the receiver may already use the new secret or still the old one. */
  readonly secrets: readonly string[];
}

export interface WebhookSender {
  /** Resolves when the receiver has accepted it; otherwise throws, with a message for its owner. */
  send(message: WebhookMessage, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface WebhookSenderOptions {
  readonly isTrial: boolean;
  /** The local address of a URL of our own server; undefined for all others. */
  readonly ownAddress?: (url: string) => string | undefined;
  /** All addresses of a name. */
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>;
  readonly mayConnectTo?: Readonly<Record<TargetNetwork, (address: string) => boolean>>;
  readonly timeoutMs?: number;
}

const usualTimeoutMs = limit(
  'milliseconds that a receiver of webhooks may take',
  15_000,
  'It is asked again later.',
);
const largestAnswer = limit("bytes of a receiver's answer that are read", 16 * 1024, 'It is not used.');
const longestAnswerMs = limit("milliseconds for which a receiver's answer is read", 1_000, 'It is not used.');

/** `v1,...` for each secret: https://github.com/standard-webhooks/standard-webhooks, "Symmetric". */
export const signatures = ({ id, body, secrets }: Omit<WebhookMessage, 'url'>, timestamp: number): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');

export function webhookSender({
  isTrial,
  ownAddress = () => undefined,
  resolve = addressesOf,
  mayConnectTo = { public: isPublicAddress, loopback: isLoopbackAddress },
  timeoutMs = usualTimeoutMs,
}: WebhookSenderOptions): WebhookSender {
  const agentFor = (network: TargetNetwork): Agent =>
    new Agent({
      connect: { lookup: guarded(network === 'loopback' ? addressesHere : resolve, mayConnectTo[network]) },
      // One host gets as many connections as there are messages in flight, because registrars may share a host and
      // must not wait for each other.
      pipelining: 1,
    });
  const agents = { public: agentFor('public'), loopback: agentFor('loopback') };
  return {
    send: async ({ url, ...message }, signal) => {
      const own = isTrial ? ownAddress(url) : undefined;
      // Checked again: a URL that was allowed when it was stored may not be now.
      const network = own === undefined ? targetNetworkOf(new URL(url), isTrial) : undefined;
      if (own === undefined && network === undefined) throw new Error('Messages may not be sent to this URL');
      const timeout = AbortSignal.timeout(timeoutMs);
      const timestamp = realEpochSeconds();
      const status = await post(own ?? url, {
        ...(network && { dispatcher: agents[network] }),
        headers: {
          'content-type': 'application/json',
          'user-agent': 'zonegraph',
          'webhook-id': message.id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': signatures(message, timestamp),
        },
        body: message.body,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      }).catch((error: unknown) => {
        throw new Error(reasonOf(error), { cause: error });
      });
      if (status >= 300 && status < 400)
        throw new Error(`The receiver answered ${status}: redirects are not followed`);
      if (status < 200 || status >= 300) throw new Error(`The receiver answered ${status}`);
    },
    close: async () => {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
    },
  };
}

/**
 * Returns the status; the body is read up to a limit, so that the connection can be reused, and discarded.
 */
function post(
  url: string,
  options: Pick<Dispatcher.RequestOptions, 'headers' | 'body' | 'signal'> & { dispatcher?: Dispatcher },
): Promise<number> {
  return traced(
    // The span does not name the receiver, which concerns only us and the registrar.
    spanHere()?.start('call webhook', 'client', { 'http.request.method': 'POST' }),
    async () => {
      const { statusCode, body } = await request(url, { method: 'POST', ...options });
      // The receiver has accepted the message, even if its body is slow to end.
      await body.dump({ limit: largestAnswer, signal: AbortSignal.timeout(longestAnswerMs) }).catch(() => {});
      return statusCode;
    },
    (status) => ({ 'http.response.status_code': status }),
  );
}

class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
}

/**
 * Names are resolved once, by the connection itself: the checked address is the one that is connected to. One
 * forbidden address makes the name forbidden, whatever others it has. Hosts that are addresses are never
 * resolved: `targetNetworkOf` checks them.
 */
const guarded =
  (
    resolve: NonNullable<WebhookSenderOptions['resolve']>,
    mayConnectTo: (address: string) => boolean,
  ): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => mayConnectTo(address)))
          return done(new NotAllowed(hostname), '');
        return options.all ? done(null, [...addresses]) : done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };

// Queries the name servers directly: the system resolver occupies one of few threads, and a slow server would
// block it.
const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 });

async function addressesOf(hostname: string): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  return [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
}

/** `localhost` is resolved without a server. */
const addressesHere = (hostname: string): Promise<readonly LookupAddress[]> =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

const wordsOf: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refuses connections',
  ECONNRESET: 'The receiver closed the connection',
  ENOTFOUND: 'The name of the receiver has no address',
  ENODATA: 'The name of the receiver has no address',
  UND_ERR_SOCKET: 'The receiver closed the connection',
};

/** Explains an error to the owner of the webhook, who cannot read our log. */
function reasonOf(error: unknown): string {
  if (error instanceof NotAllowed)
    return 'The name of the receiver resolves to an address that is not public';
  if (!(error instanceof Error)) return 'The receiver could not be reached';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  if (error.name === 'TimeoutError' || /TIMEOUT|TIMEDOUT/.test(code)) return 'The receiver took too long';
  if (/CERT|VERIFY/.test(code)) return `The certificate of the receiver is invalid: ${code}`;
  return wordsOf[code] ?? `The receiver could not be reached: ${code}`;
}
