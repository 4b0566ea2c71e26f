import type { TestWorld } from './world.ts';

export interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Mails about a domain that have been handed to the outbox, oldest first. */
export async function mailsAbout({ container }: TestWorld, domain: string): Promise<SentMail[]> {
  const rows = await container.database.db
    .selectFrom('outbox')
    .select('payload')
    .where('kind', '=', 'mail')
    .where('subject', '=', domain)
    .orderBy('id')
    .execute();
  return rows.map(({ payload }) => payload as unknown as SentMail);
}

/** The token in the newest mail about the domain that carries a link. */
export async function tokenFor(world: TestWorld, domain: string): Promise<string> {
  const links = (await mailsAbout(world, domain)).flatMap(
    ({ text }) => /\/confirm\/([0-9a-f]+)/.exec(text)?.[1] ?? [],
  );
  const token = links.at(-1);
  if (!token) throw new Error(`nobody was asked about ${domain}`);
  return token;
}

/** Answers as the registrant would, on the page behind the link. */
export const answerOnPage = (world: TestWorld, token: string, decision: string) =>
  world.app.inject({
    method: 'POST',
    url: `/confirm/${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ decision }).toString(),
  });
