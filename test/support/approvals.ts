import type { Db } from '#src/registry/store/driver/connections/pool.ts';

/** One of ALPHA's that was approved by a second person, with everything that one can have. */
export async function keptApproval(db: Db, at: Date): Promise<{ id: number }> {
  const user = await db
    .selectFrom('api_users')
    .select(['id', 'registrar_id'])
    .where('username', '=', 'alpha')
    .executeTakeFirstOrThrow();
  return db
    .insertInto('approvals')
    .values({
      registrar_id: user.registrar_id,
      token_id: null,
      token_name: 'agent',
      asked_user_id: user.id,
      asked_by: 'alpha',
      asked_at: at,
      ends_at: at,
      operation: 'domain.renew',
      input_hash: 'x',
      sealed: null,
      price: '10.00' as never,
      shown: JSON.stringify({
        summary: 'Renews a domain: kaitse.ee',
        changes: [
          { type: 'domain', name: 'kaitse.ee', fields: [{ field: 'expiresAt', from: null, to: 'x' }] },
        ],
        changed: 1,
        notices: { mails: 0, messages: 0, recipients: [] },
        refused: [{ name: 'other.ee', message: 'refused' }],
        document: { type: 'pdf', bytes: 1 },
      }),
      state: 'DECLINED',
      first_approved_by: 'alpha',
      decided_by: 'alpha-epp',
      decided_at: at,
      reason: 'no',
      refusal: JSON.stringify([
        { code: 'OUTCOME_CHANGED', resultCode: 2308, message: 'x', retryable: false },
      ]),
      result: JSON.stringify([{ type: 'domain', name: 'kaitse.ee' }]),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}
