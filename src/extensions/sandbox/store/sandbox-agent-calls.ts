import { type Selectable, sql } from 'kysely';
import { limit } from '../../../base/limits.ts';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import type { SandboxAgentCallTable } from './schema.ts';

export type AgentCall = Omit<Selectable<SandboxAgentCallTable>, 'id'>;

const mostKept = limit('calls of agents that the sandbox keeps', 100, 'The page shows the newest ones.');

/** Adds a call; the oldest ones are deleted. */
export async function insertAgentCall(db: Db, call: AgentCall): Promise<void> {
  await db.insertInto('sandbox_agent_calls').values(call).execute();
  await sql`delete from sandbox_agent_calls where id <= (
    select id from sandbox_agent_calls order by id desc offset ${mostKept} limit 1)`.execute(db);
}

/** Newest first. */
export function agentCalls(db: Db): Promise<AgentCall[]> {
  return db
    .selectFrom('sandbox_agent_calls')
    .select(['at', 'caller', 'tool', 'arguments', 'result'])
    .orderBy('id', 'desc')
    .limit(mostKept)
    .execute();
}
