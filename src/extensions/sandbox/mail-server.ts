import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import type { Clock } from '../../base/clock.ts';
import { limit } from '../../base/limits.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import { linksIn } from './links.ts';
import { insertSandboxMails } from './store/sandbox-mails.ts';

export interface MailServer {
  readonly url: string;
  close(): Promise<void>;
}

const largestMail = limit('bytes of a mail to the sandbox', 1024 * 1024, 'A larger one is not ours.');

/** The sandbox's mail server: accepts any mail on a free local port and stores it in the mailbox. */
export async function startMailServer({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Promise<MailServer> {
  const receive = async (stream: Readable, recipients: readonly string[]): Promise<void> => {
    const { subject = '', text = '' } = await simpleParser(stream);
    const mail = { subject, text: text.trimEnd(), links: linksIn(text), sent_at: clock.now() };
    await insertSandboxMails(
      database.db,
      recipients.map((recipient) => ({ recipient, ...mail })),
    );
  };
  const server = new SMTPServer({
    name: 'zonegraph-sandbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: largestMail,
    closeTimeout: 1_000,
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      receive(stream, recipients).then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  // An error event without a listener would end the process; a client that hangs up must not.
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
