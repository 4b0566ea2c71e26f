import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sandboxMailbox } from '#src/extensions/sandbox/store/sandbox-mails.ts';
import { smtpMailer } from '#src/integrations/mail.ts';
import { Undeliverable } from '#src/integrations/undeliverable.ts';
import { deadEntries, enqueue, pendingEntries } from '../support/outbox.ts';
import { type TestWorld, testWorld } from '../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const mailbox = () => sandboxMailbox(world.container.database.db, 10);
const letter = {
  id: 'outbox-1',
  subject: 'Hello',
  text: 'Hello there',
  sentAt: new Date('2026-01-10T10:00:00Z'),
};

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A mail server that says `answer` to every recipient, or takes everything. */
async function mailServer(answer?: { code: number; text: string }) {
  const raw: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_, __, done) =>
      done(answer ? Object.assign(new Error(answer.text), { responseCode: answer.code }) : null),
    onData: async (stream, _, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      raw.push(Buffer.concat(chunks).toString());
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { raw, host: `127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}

describe('a mail that an operation leaves behind', () => {
  it('reaches the mailbox of the sandbox by SMTP, with its links, dated by the registry\u2019s clock', async () => {
    world.clock.moveTo(new Date(world.clock.now().getTime() + 86_400_000));
    const text =
      'Tere, Jüri!\n\nKinnita: https://registry.example/confirm/abc-123?x=1&y=ä.\nOr (http://b.ee/x).';
    await enqueue(world.container.database, world.clock.now(), {
      kind: 'mail',
      subject: 'näide.ee',
      recipients: [],
      payload: { to: 'jüri@example.ee', subject: 'Kinnita: näide.ee ✓', text },
    });
    await world.container.outbox.drain();
    const [mail] = await mailbox();
    expect(mail).toMatchObject({
      recipient: 'jüri@example.ee',
      subject: 'Kinnita: näide.ee ✓',
      text,
      links: ['https://registry.example/confirm/abc-123?x=1&y=ä', 'http://b.ee/x'],
    });
    expect(Math.abs((mail?.sent_at.getTime() ?? 0) - world.clock.now().getTime())).toBeLessThan(5_000);
  });

  it('stands first in the mailbox when it came last', async () => {
    const mail = (subject: string) => ({
      kind: 'mail' as const,
      subject,
      recipients: [],
      payload: { to: 'a@b.ee', subject, text: '' },
    });
    await enqueue(world.container.database, world.clock.now(), mail('one'));
    await world.container.outbox.drain();
    await enqueue(world.container.database, world.clock.now(), mail('two'));
    await world.container.outbox.drain();
    expect((await mailbox()).slice(0, 2).map(({ subject }) => subject)).toEqual(['two', 'one']);
  });

  it('arrives by itself within seconds once the outbox works', async () => {
    world.container.outbox.start();
    await enqueue(world.container.database, world.clock.now(), {
      kind: 'mail',
      subject: 'self.ee',
      recipients: [],
      payload: { to: 'a@b.ee', subject: 'by itself', text: 'x' },
    });
    await expect.poll(async () => (await mailbox())[0]?.subject).toBe('by itself');
  });

  it('is a dead letter when it has no recipient', async () => {
    await enqueue(world.container.database, world.clock.now(), {
      kind: 'mail',
      subject: 'x',
      recipients: [],
      payload: { text: '' },
    });
    await world.container.outbox.drain();
    expect(await pendingEntries(world.container.database.db, 10)).toEqual([]);
    expect(await deadEntries(world.container.database.db, 10)).toMatchObject([
      { last_error: 'this is not a mail: to, subject or text is missing' },
    ]);
  });
});

describe('the mail adapter', () => {
  it('sends from the configured address, with an id that stays the same at every attempt', async () => {
    const { raw, host } = await mailServer();
    const mailer = smtpMailer(`smtp://${host}`, 'Registry <registry@zone.example>');
    await mailer.send({ ...letter, to: ['a@b.ee', 'c@d.ee'] });
    await mailer.send({ ...letter, to: ['a@b.ee', 'c@d.ee'] });
    expect(raw).toHaveLength(2);
    for (const mail of raw) {
      expect(mail).toContain('From: Registry <registry@zone.example>');
      expect(mail).toContain('To: a@b.ee, c@d.ee');
      expect(mail).toContain('Message-ID: <outbox-1@zone.example>');
      expect(mail).toContain('Date: Sat, 10 Jan 2026 10:00:00 +0000');
      expect(mail).toContain('Auto-Submitted: auto-generated');
    }
  });

  it('never sends other headers or to other people because of the text of a mail', async () => {
    const { raw, host } = await mailServer();
    await smtpMailer(`smtp://${host}`, 'r@z.example').send({
      ...letter,
      to: 'a@b.ee',
      subject: 'x\r\nBcc: evil@example.com\r\n\r\nbody',
    });
    expect(raw[0]).not.toMatch(/^Bcc:/m);
  });

  it('gives up when the server refuses the recipient for good', async () => {
    const { host } = await mailServer({ code: 550, text: 'no such mailbox' });
    const sent = smtpMailer(`smtp://${host}`, 'r@z.example').send({ ...letter, to: 'a@b.ee' });
    await expect(sent).rejects.toThrow(Undeliverable);
  });

  it('tries again when the server refuses for now, or is not there', async () => {
    const { host } = await mailServer({ code: 451, text: 'come back later' });
    for (const url of [`smtp://${host}`, 'smtp://127.0.0.1:1']) {
      const error = await smtpMailer(url, 'r@z.example')
        .send({ ...letter, to: 'a@b.ee' })
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(Undeliverable);
    }
  });

  it('never sends a password to a server that offers no encryption', async () => {
    const said: string[] = [];
    const server = createServer((socket) => {
      socket.write('220 plain\r\n');
      socket.on('data', (data) => {
        said.push(data.toString());
        socket.write(/^EHLO/.test(data.toString()) ? '250-plain\r\n250 AUTH PLAIN\r\n' : '502 no\r\n');
      });
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => server.listen(0, '::', () => resolve()));
    closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const { port } = server.address() as AddressInfo;
    // Not a name of this machine to the adapter, although it leads here.
    const sent = smtpMailer(`smtp://user:secret@0.0.0.0:${port}`, 'r@z.example').send({
      ...letter,
      to: 'a@b.ee',
    });
    await expect(sent).rejects.toThrow('STARTTLS');
    expect(said.join('')).toContain('STARTTLS');
    expect(said.join('')).not.toContain('AUTH PLAIN ');
  });
});
