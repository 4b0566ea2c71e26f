import type { Registrar } from '../../store/registry/registrars.ts';
import type { OperationContext } from '../operation.ts';
import { registrySettings } from '../settings.ts';

interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

/** Mails a registrar; false if it has no address. */
export function writeToRegistrar(
  { enqueue }: OperationContext,
  { id, code, name, email }: Registrar,
  { subject, paragraphs }: Letter,
): boolean {
  if (!email) return false;
  const text = [`Hello ${name},`, ...paragraphs, 'The domain registry'].join('\n\n');
  enqueue({
    kind: 'mail',
    subject: code,
    payload: { to: email, subject, text },
    recipients: [{ registrarId: id }],
  });
  return true;
}

/** Mails the operators, at the address in the setting registry_email. */
export async function writeToOperators(
  { db, enqueue }: OperationContext,
  { code }: Pick<Registrar, 'code'>,
  { subject, paragraphs }: Letter,
): Promise<void> {
  const { issuerEmail: to } = await registrySettings(db);
  if (to)
    enqueue({
      kind: 'mail',
      subject: code,
      payload: { to, subject, text: paragraphs.join('\n\n') },
      recipients: ['operators'],
    });
}
