import type { TestWorld } from './world.ts';

/** Nothing is used of any budget, in the database or by the process. */
export async function freshBudgets({ container }: Pick<TestWorld, 'container'>): Promise<void> {
  await container.budget.settle();
  await container.database.db.deleteFrom('rate_budgets').execute();
}

/** What is used of each budget, without what the process has only taken in advance. */
export async function usedBudgets({ container }: Pick<TestWorld, 'container'>) {
  await container.budget.settle();
  return container.database.db.selectFrom('rate_budgets').select(['caller', 'used']).execute();
}
