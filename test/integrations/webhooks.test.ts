import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { type WebhookSenderOptions, webhookSender } from '#src/integrations/webhooks.ts';
import { isLoopbackAddress } from '#src/registry/rules/addresses.ts';
import { type Receiver, receiver } from '../support/receiver.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const message = { id: 'msg_1', body: '{"type":"webhook.test"}', secrets: [secret] };

/** Names lead to this machine, which counts as the Internet as far as a test says so. */
function sender(options: Partial<WebhookSenderOptions> = {}) {
  const one = webhookSender({ isTrial: true, timeoutMs: 5_000, ...options });
  afterAll(() => one.close());
  return one;
}

async function server(listener: RequestListener, host = '127.0.0.1'): Promise<number> {
  const one = createServer(listener);
  await new Promise<void>((resolve) => one.listen(0, host, resolve));
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        one.close(() => resolve());
        one.closeAllConnections();
      }),
  );
  return (one.address() as AddressInfo).port;
}

const verified = ({ received }: Receiver, with_ = secret): unknown => {
  const last = received.at(-1);
  return new Webhook(with_).verify(last?.body ?? '', last?.headers as Record<string, string>);
};

describe('a message to a webhook', () => {
  it('is signed as Standard Webhooks has it, in real time', async () => {
    const there = await receiver();
    await sender().send({ url: `${there.url}/hooks?a=1`, ...message });
    expect(there.received).toMatchObject([
      {
        method: 'POST',
        path: '/hooks?a=1',
        headers: { 'webhook-id': 'msg_1', 'content-type': 'application/json' },
        body: message.body,
      },
    ]);
    expect(verified(there)).toEqual({ type: 'webhook.test' });
  });

  it('carries a signature of each of two secrets', async () => {
    const there = await receiver();
    const before = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
    await sender().send({ url: there.url, ...message, secrets: [secret, before] });
    expect(verified(there)).toEqual(verified(there, before));
    expect(() => verified(there, `whsec_${Buffer.alloc(24, 1).toString('base64')}`)).toThrow(
      'No matching signature',
    );
  });

  it.each([300, 301, 302, 307, 308])('follows no redirect: %i', async (status) => {
    const elsewhere = await receiver();
    const port = await server((_, response) =>
      response.writeHead(status, { location: `${elsewhere.url}/inside` }).end(),
    );
    await expect(sender().send({ url: `http://127.0.0.1:${port}`, ...message })).rejects.toThrow(
      `answered ${status}: redirects are not followed`,
    );
    expect(elsewhere.received).toEqual([]);
  });

  it.each([400, 404, 410, 500, 503])('has not arrived where %i is answered', async (status) => {
    const there = await receiver('secret words of the receiver', status);
    await expect(sender().send({ url: there.url, ...message })).rejects.toThrow(
      new Error(`The receiver answered ${status}`),
    );
  });

  it('has not arrived where nobody answers in time', async () => {
    const port = await server(() => {});
    await expect(
      sender({ timeoutMs: 200 }).send({ url: `http://127.0.0.1:${port}`, ...message }),
    ).rejects.toThrow('The receiver took too long');
  });

  it('has arrived where an answer begins well and never ends, and no more than a little of it is read', async () => {
    let sent = 0;
    const port = await server((_, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(64 * 1024);
      const pour = (): void => {
        while (!response.destroyed && sent < 2 ** 30) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', pour);
        }
      };
      pour();
    });
    await sender().send({ url: `http://127.0.0.1:${port}`, ...message });
    expect(sent).toBeLessThan(64 * 1024 * 1024);
    const dribbling = await server((_, response) => void response.writeHead(200).write('a'));
    await sender({ timeoutMs: 5_000 }).send({ url: `http://127.0.0.1:${dribbling}`, ...message });
  });

  it('has arrived where an answer begins well and drips on: nobody waits for its end', async () => {
    let drops = 0;
    const port = await server((_, response) => {
      response.writeHead(200, { 'content-length': 10_000 });
      const drip = setInterval(() => {
        drops += 1;
        response.write('.');
      }, 50);
      response.once('close', () => clearInterval(drip));
    });
    await sender({ timeoutMs: 30_000 }).send({ url: `http://127.0.0.1:${port}`, ...message });
    // At the end of the time to answer there would be 600 of them.
    expect(drops).toBeLessThan(200);
  });

  it('shows in words why it did not arrive', async () => {
    const port = await server(() => {});
    const refused = createServer();
    await new Promise<void>((resolve) => refused.listen(0, '127.0.0.1', resolve));
    const { port: closed } = refused.address() as AddressInfo;
    await new Promise<void>((resolve) => void refused.close(() => resolve()));
    expect(port).toBeGreaterThan(0);
    await expect(sender().send({ url: `http://127.0.0.1:${closed}`, ...message })).rejects.toThrow(
      new Error('The receiver refuses connections'),
    );
  });
});

describe('where messages may go', () => {
  const names = (...answers: readonly (readonly string[])[]) => {
    const asked: string[] = [];
    return {
      asked,
      resolve: async (hostname: string) => {
        asked.push(hostname);
        const answer = answers[Math.min(asked.length, answers.length) - 1] ?? [];
        return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      },
    };
  };
  const notPublic = 'The name of the receiver resolves to an address that is not public';

  it.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['fd00::1'],
    ['64:ff9b::7f00:1'],
    ['93.184.216.34', '127.0.0.1'],
  ])('is not %s, whatever name leads there', async (...addresses) => {
    const { resolve } = names(addresses);
    await expect(
      sender({ isTrial: false, resolve }).send({ url: 'https://hooks.example.com/', ...message }),
    ).rejects.toThrow(notPublic);
  });

  it.each([
    'http://hooks.example.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://localhost/',
    'http://localhost/',
    'ftp://hooks.example.com/',
  ])('is not %s in production, also when it was written down before', async (url) => {
    const { resolve, asked } = names(['93.184.216.34']);
    await expect(sender({ isTrial: false, resolve }).send({ url, ...message })).rejects.toThrow(
      'may not be sent to this URL',
    );
    expect(asked).toEqual([]);
  });

  it('is the address that was judged, although the name answers otherwise the next time', async () => {
    const inside = await receiver();
    const port = Number(new URL(inside.url).port);
    const judged: string[] = [];
    // 127.0.0.2 stands for the Internet here, and 127.0.0.1 for what is inside.
    const mayConnectTo = {
      public: (address: string) => {
        judged.push(address);
        return address === '127.0.0.2';
      },
      loopback: isLoopbackAddress,
    };
    const { resolve, asked } = names(['127.0.0.2'], ['127.0.0.1']);
    const one = sender({ isTrial: false, resolve, mayConnectTo });
    // Nobody listens there: what matters is that nobody inside is asked instead.
    await expect(one.send({ url: `https://rebinding.example.com:${port}/`, ...message })).rejects.toThrow(
      'The receiver refuses connections',
    );
    expect(asked).toEqual(['rebinding.example.com']);
    expect(judged).toEqual(['127.0.0.2']);
    await expect(one.send({ url: `https://rebinding.example.com:${port}/`, ...message })).rejects.toThrow(
      notPublic,
    );
    expect(inside.received).toEqual([]);
  });

  it('is nobody whose certificate is not right', async () => {
    const there = await receiver();
    const { resolve } = names(['127.0.0.1']);
    const mayConnectTo = { public: () => true, loopback: () => false };
    const { port } = new URL(there.url);
    await expect(
      sender({ isTrial: false, resolve, mayConnectTo }).send({
        url: `https://hooks.example.com:${port}/`,
        ...message,
      }),
    ).rejects.toThrow('could not be reached');
    expect(there.received).toEqual([]);
  });

  it('is localhost in the sandbox', async () => {
    const there = await receiver();
    await sender().send({ url: there.url.replace('127.0.0.1', 'localhost'), ...message });
    expect(there.received).toHaveLength(1);
  });
});
