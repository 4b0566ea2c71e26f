import { serving, type TwoRoles } from './production.ts';

/** The past is added to, and what follows from it is only read. A new table that belongs to them is named here, and in roles.ts. */
const isAddedTo = (name: string) => ['access_log', 'history', 'ledger'].includes(name);
const isOnlyRead = (name: string) =>
  [
    'charges_waiting',
    'contact_versions',
    'domain_terms',
    'domain_versions',
    'late_history',
    'schema_migrations',
  ].includes(name);

interface Table {
  readonly name: string;
  readonly kind: string;
  readonly isPart: boolean;
  readonly rights: string;
  readonly column: string;
}
export async function tables({ superuser }: TwoRoles): Promise<Table[]> {
  const { rows } = await superuser.query<Table>(
    `select relname as name, relkind as kind, relispartition as "isPart",
      (select coalesce(string_agg(one, ' ' order by place), '') from unnest(array['select', 'insert', 'update', 'delete', 'truncate',
        'references', 'trigger']) with ordinality as asked (one, place) where has_table_privilege($1, class.oid, one)) as rights,
      (select quote_ident(attname) from pg_attribute where attrelid = class.oid and attnum > 0 and attidentity = ''
        and attgenerated = '' and not attisdropped limit 1) as column
    from pg_class class where relnamespace = 'public'::regnamespace and relkind not in ('i', 'I', 'S', 'c') order by relname`,
    [serving],
  );
  return rows;
}
export const rightsOn = ({ name, kind, isPart }: Table): string => {
  if (kind === 'v' || isPart || isOnlyRead(name) || name === 'accounts') return 'select';
  return isAddedTo(name) ? 'select insert' : 'select insert update delete';
};
export const isKept = (table: Table) => !rightsOn(table).includes('update');
/** What was not refused for want of a right. */
export async function allowed({ attacker }: TwoRoles, statements: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const statement of statements) {
    const error = await attacker.query(statement).then(
      () => 'done',
      ({ code, message }: { code: string; message: string }) => (code === '42501' ? undefined : message),
    );
    if (error !== undefined) found.push(`${statement}: ${error}`);
  }
  return found;
}
