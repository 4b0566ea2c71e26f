import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** For hooks.example.com, signed by itself: whoever is told so trusts it like one of the world's. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBrDCCAVOgAwIBAgIUGzQwoKIuIrbnylXsqx+Br/Ev31QwCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRaG9va3MuZXhhbXBsZS5jb20wIBcNMjYxMTE2MDIwNDE3WhgP
MjEyNTA2MTAwMjA0MTdaMBwxGjAYBgNVBAMMEWhvb2tzLmV4YW1wbGUuY29tMFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEJu78AZ7UiCx2gzg6Qxw1jkD0evvT7WM3
QBlKvs6FYdUj0WSEcjjg8tyFSmGrVCB29WqBF4lXpocm8Lf1aahNkaNxMG8wHQYD
VR0OBBYEFOVpzf0t7iLs9o5OlfGFNFoQQcNxMB8GA1UdIwQYMBaAFOVpzf0t7iLs
9o5OlfGFNFoQQcNxMA8GA1UdEwEB/wQFMAMBAf8wHAYDVR0RBBUwE4IRaG9va3Mu
ZXhhbXBsZS5jb20wCgYIKoZIzj0EAwIDRwAwRAIgfxYyAjfHblopZP7RAI95aecc
JhnoGvR6R/yMLzy9hA8CIFzZhuQxscG6srHmcRc2JVaQUeoEDMVc7fQpQzUQP1wI
-----END CERTIFICATE-----
`;
const keyAndCertificate = `
MIIEPAIBAzCCA/IGCSqGSIb3DQEHAaCCA+MEggPfMIID2zCCApIGCSqGSIb3DQEHBqCCAoMwggJ/AgEAMIICeAYJKoZIhvcNAQcBMFcG
CSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjf7zQJLKMh1gICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEECdjIvFqPudr
HZrux48jZcSAggIQ3SWnQLTFk/+5ZVT5RKIX64CDqn8lK/8G5Cq7ulCCL4D/W2wh5KL2uLQ8PR3/L20LCkRm9TEcB4+w+yIG+q2vY77+
/CVd9HGFUS4EkqZgdJrykZpAefNrwAkTLLW5VHKCTVCWh+DastS6rv8mch25IWsns4Ci+vf4sDxpRxWq7J8LpQptauJay6XhmSTAT/dX
/QIaKdsLIp1Btl4U+BO47sbfYgPnYF0N9nYz4EKD45ZHc/5+6zs2rrm99NoroU9DvWovPl4Zl0kI+a09sP1AwPl6yBmzBKTM59SlkmKQ
NqjMHWWuDiKkhzYO5qYxTdI5OHERam6B8D4r9hVdc7DkMVsEYBQBgypd7nwmPgihdyvpVbQ5ekaLJgl94xEdGJSe+N3La0KTXk9QcSAJ
XLsdkgnXjYUNLKnnkAmBDb833/wJsUUQsYYcE73Vxn8SzF2yZAUiJEL7ZET8r+qaq/zZJZgjWsGwoCfRRV4E4tBeliYX+x/9R7Y1xQgv
SLxDBXBVYrVqz7diAFLrw8ATxs2yW4sqDoGrPaZ9Kvxu2ur/I+JQ7gYTJVMhA9uf1TYbvUjmVHtOxpFoVZSVIWTshmlwN7CcY2Yl7/Rz
gVF1mpo1HCm9Z6zItSu9Y2ihEUZvvG+rmfOHm+KGiqJB1JBM/4mC6AYChfAkyac9xPsFae2q1ngvlMAhec6hqM7caqCGjjFmMIIBQQYJ
KoZIhvcNAQcBoIIBMgSCAS4wggEqMIIBJgYLKoZIhvcNAQwKAQKgge8wgewwVwYJKoZIhvcNAQUNMEowKQYJKoZIhvcNAQUMMBwECD8x
CtApR/8UAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQMWcPmeqISnkDdd2VYhi1fASBkGHu/MqyqhY6WB0tINhCluZMR2XV
FEZkKOpWngDEedERgldogJfPnjWbafxEbJpYKJVXWnOyKAMtv0UnGUYfeWVPHFBTAAh5WAQFIUiymgqlIqaA+jaStXHSgIvvAQlb71IH
s+L3IXjulC530t24fPguA1n0fBsxxca6sMLTlCLcKHmJ5hfZwUI6pZHerJ3T5zElMCMGCSqGSIb3DQEJFTEWBBQloGFeDFRsl4sJZns+
H5nfXpWvOTBBMDEwDQYJYIZIAWUDBAIBBQAEIEAnBwqaRBRhVtraSsZGeE9cP4SLL287sTnjPam5NpvEBAg1fYkdbiyGtQICCAA=`;

const loader = new URL('../../src/server/launch/run-typescript.mjs', import.meta.url).href;
const script = fileURLToPath(new URL('children/send-webhook.ts', import.meta.url));
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const folder = mkdtempSync(join(tmpdir(), 'authority-'));
const authority = join(folder, 'authority.pem');
writeFileSync(authority, certificate);

const received: { host: string; body: unknown }[] = [];
const server = createServer(
  { pfx: Buffer.from(keyAndCertificate, 'base64'), passphrase: 'test' },
  async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = request.headers as Record<string, string>;
    received.push({
      host: String(headers.host),
      body: new Webhook(secret).verify(Buffer.concat(chunks).toString(), headers),
    });
    response.writeHead(204).end();
  },
);
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  rmSync(folder, { recursive: true });
  server.closeAllConnections();
  server.close();
});

/** Sends as in production, in a process that knows these authorities besides the world's. */
async function send(host: string, env: Readonly<Record<string, string>>) {
  const { port } = server.address() as AddressInfo;
  const args = ['--import', loader, script, `https://${host}:${port}/in`, secret];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } });
  return stdout.trim();
}

describe('a message over https in production', () => {
  it('arrives where the certificate is right for the name, at the address that was judged', async () => {
    expect(await send('hooks.example.com', { NODE_EXTRA_CA_CERTS: authority })).toBe('sent');
    const { port } = server.address() as AddressInfo;
    expect(received.splice(0)).toEqual([
      { host: `hooks.example.com:${port}`, body: { type: 'webhook.test' } },
    ]);
  });

  it('arrives nowhere else: not under another name, and not where nobody vouches for it', async () => {
    expect(await send('other.example.com', { NODE_EXTRA_CA_CERTS: authority })).toMatch(/certificate/);
    expect(await send('hooks.example.com', {})).toMatch(/certificate/);
    expect(received).toEqual([]);
  });
});
