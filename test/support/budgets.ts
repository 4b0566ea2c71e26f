import { sql } from 'kysely';
import type { Container } from '#src/server/container.ts';

interface Counting {
  readonly container: Pick<Container, 'budget' | 'database'>;
}

/** Nobody has spent anything: neither by the database's rows nor by what the process has counted since. */
export async function freshBudgets({ container }: Counting): Promise<void> {
  await container.budget.flush();
  await container.database.db.deleteFrom('rate_budgets').execute();
  await container.budget.flush();
}

/** What everybody has spent, what the process has counted included. */
export async function spentPoints({
  container,
}: Counting): Promise<readonly { readonly caller: string; readonly used: number }[]> {
  await container.budget.flush();
  const { database } = container;
  return database.db.selectFrom('rate_budgets').select(['caller', 'used']).orderBy('caller').execute();
}

/** Somebody else has spent so much of every budget that is in use. */
export async function spendElsewhere({ container }: Counting, points: number): Promise<void> {
  await container.budget.flush();
  await sql`update rate_budgets set used = ${points}`.execute(container.database.db);
  await container.budget.flush();
}
