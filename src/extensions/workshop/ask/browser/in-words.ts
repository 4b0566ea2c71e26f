// A question in words: its title, and why it was refused.
import type { List } from '../list.ts';
import type { GroupKey, Question } from './question.ts';

/** A question and its list. */
export interface Asked {
  readonly question: Question;
  readonly list: List;
}

/** The name of the list and what it is grouped by: Domains by month of expiry and zone. */
export function titleOf({ question, list }: Asked): string {
  const keys = question.rows === 'groups' ? question.by.map((key) => keyTitle(key, list)) : [];
  const per = list.periods ? [question.per.toLowerCase()] : [];
  const by = [...per, ...keys];
  return by.length > 0 ? `${list.headline ?? list.title} by ${by.join(' and ')}` : list.title;
}
function keyTitle({ key, per }: GroupKey, list: List): string {
  const { title, noun } = list.keys.find(({ name }) => name === key) ?? { title: key };
  // DNSSEC stays as it is.
  const word = noun ?? title.replace(/^.(?=[^A-Z])/, (first) => first.toLowerCase());
  if (!per) return word;
  return word ? `${per.toLowerCase()} of ${word}` : per.toLowerCase();
}

/** Refusals that speak of GraphQL, in the words of the steps. */
export function inStepWords(message: string, code: string | undefined, list: List): string | undefined {
  const field = /^compareTo: the conditions on (\w+) are not a period/.exec(message)?.[1];
  if (field) {
    const title = list.filters.find(({ name }) => name === field)?.title ?? field;
    return `There is no earlier period to compare with: the condition on “${title}” has no beginning or no end. Choose “in the last”, “in the next” or “from … until”.`;
  }
  if (/^compareTo: this list has no past/.test(message))
    return 'There is nothing to compare with: this list has no past. Add a condition on time, such as “in the last 30 days”.';
  return code === 'TOO_MANY_GROUPS'
    ? `${message.split(':')[0]}. Choose a longer period, add a condition, or take only the first.`
    : undefined;
}
