import { isDeepStrictEqual } from 'node:util';
import { ask, type Scenario } from './scenarios.ts';

/** Who answers something else cannot be compared: everyone must say what the product says. Each registration has a name and a code of its own. */
export async function checkAgreement(
  scenarios: readonly Scenario[],
  urlOf: (scenario: Scenario) => string,
  times: number,
): Promise<void> {
  for (const group of new Set(scenarios.map((scenario) => scenario.group))) {
    // All of a group go round in the same order, so they are asked the same.
    const members = scenarios.filter((scenario) => scenario.group === group);
    if (members.length < 2 || group === 'registration') continue;
    for (let time = 0; time < times; time += 1) {
      const answers = await Promise.all(
        members.map(async (member) => {
          const answer = await ask(urlOf(member), member.next());
          return contentOf(member.read?.(answer) ?? answer);
        }),
      );
      const [ours, ...theirs] = answers;
      for (const [index, their] of theirs.entries())
        if (!isDeepStrictEqual(ours, their))
          throw new Error(
            `${members[0]?.title} and its ${members[index + 1]?.title.trim()} disagree:\n${difference(ours, their)}`,
          );
    }
  }
}

/** Where two texts part, with a little of what is around. */
function difference(...answers: [unknown, unknown]): string {
  const [one, other] = answers.map((answer) => JSON.stringify(answer)) as [string, string];
  const at = [...one].findIndex((character, index) => character !== other[index]);
  return [one, other].map((text) => text.slice(Math.max(0, at - 100), at + 100)).join('\n');
}

/** The data alone, moments without their time zone: the product tells them in the registry's, a limit in UTC. */
const contentOf = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify((answer as { data: unknown }).data), (_, value: unknown) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value).toISOString() : value,
  );
