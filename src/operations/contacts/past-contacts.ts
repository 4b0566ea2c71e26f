import { z } from 'zod';
import type { Db } from '../../store/driver/pool.ts';
import type { Contact } from '../../store/registry/contacts.ts';
import { type HistoryEntry, snapshotsAt } from '../../store/registry/history.ts';
import { registrarsByCode } from '../../store/registry/registrars.ts';

/** A contact as history keeps it (contact-document.ts), without its secrets. */
const document = z.object({
  code: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  ident: z.object({
    code: z.string().nullable(),
    type: z.string().nullable(),
    countryCode: z.string().nullable(),
  }),
  statuses: z.array(z.string()),
  statusNotes: z.record(z.string(), z.string().nullable()),
  disclosedAttributes: z.array(z.string()),
  verification: z.record(z.string(), z.unknown()).optional(),
  registrar: z.string(),
  createdAt: z.coerce.date(),
});

/** Contacts as they were at a moment, by code; those that did not exist then are left out. */
export async function contactsAsOf(
  db: Db,
  codes: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, Contact>> {
  const entries = Array.from((await snapshotsAt(db, 'contact', codes, at)).values()).filter(
    ({ snapshot }) => snapshot !== null,
  );
  const then = entries.map((entry) => ({ entry, past: document.parse(entry.snapshot) }));
  const registrars = new Map(
    (await registrarsByCode(db, [...new Set(then.map(({ past }) => past.registrar))])).map((one) => [
      one.code,
      one,
    ]),
  );
  return new Map(
    then.flatMap(({ entry, past }) => {
      const registrar = registrars.get(past.registrar);
      return registrar ? [[past.code, contactFrom(entry, past, registrar)]] : [];
    }),
  );
}

/** Secrets are not kept; whether domains used it then is told by the domains of that time. */
const contactFrom = (
  { object_id, at }: HistoryEntry,
  past: z.infer<typeof document>,
  registrar: { readonly id: number; readonly name: string; readonly website: string | null },
): Contact => ({
  id: object_id,
  uuid: '',
  code: past.code,
  registrar_id: registrar.id,
  name: past.name,
  email: past.email,
  phone: past.phone,
  ident: past.ident.code,
  ident_type: past.ident.type,
  ident_country_code: past.ident.countryCode,
  auth_info: '',
  statuses: past.statuses,
  status_notes: past.statusNotes,
  disclosed_attributes: past.disclosedAttributes,
  verification: past.verification ?? null,
  original_id: null,
  unlinked_at: null,
  created_at: past.createdAt,
  updated_at: at,
  linked: false,
  registrar_code: past.registrar,
  registrar_name: registrar.name,
  registrar_website: registrar.website,
});
