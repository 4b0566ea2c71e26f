import { createTransport } from 'nodemailer';
import { spanHere, traced } from '../base/tracing.ts';
import { Undeliverable } from './undeliverable.ts';

export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

interface Mail {
  readonly to: string | readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly attachments?: readonly Attachment[];
  /** The id, which is the same at every attempt, so that a mail sent twice is recognised. */
  readonly id: string;
  readonly sentAt: Date;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

const second = 1000;
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Sends over SMTP. Certificates are checked, and a password is never sent unencrypted. */
export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      requireTLS: !secure && !loopback.test(hostname),
    }),
    tls: { rejectUnauthorized: true },
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    dnsTimeout: 10 * second,
    socketTimeout: 30 * second,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.split('@').at(-1)?.split('>')[0] || 'localhost';
  return {
    send: async ({ to, subject, text, attachments = [], id, sentAt }) => {
      try {
        const span = spanHere()?.start('send mail', 'client', { 'server.address': hostname });
        await traced(span, () =>
          transport.sendMail({
            from,
            to: [...(typeof to === 'string' ? [to] : to)],
            subject,
            text,
            attachments: attachments.map(({ content, ...file }) => ({
              ...file,
              content: Buffer.from(content),
            })),
            date: sentAt,
            messageId: `<${id}@${domain}>`,
            headers: { 'Auto-Submitted': 'auto-generated' },
          }),
        );
      } catch (error) {
        throw isRefusal(error) ? new Undeliverable((error as Error).message) : error;
      }
    },
  };
}

/** A permanent refusal (5xx) of this mail by the server, not of our password or connection. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  return responseCode === undefined || responseCode >= 500;
}
