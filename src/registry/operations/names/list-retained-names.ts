import {
  countRetainedNames,
  listRetainedNames as readRetainedNames,
} from '../../store/registry/retained-names.ts';
import { listed, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

/**
 * Lists for anybody the names that cannot simply be registered today: those that an operator has blocked or reserved,
 * and those with a running dispute. It shows no codes and none of the names that a portal holds for its customers
 * (docs/rules/registrar.md#public-lists).
 */
export const listRetainedNames = defineQuery({
  name: 'name.list-retained',
  summary: 'Lists the names that cannot simply be registered: blocked, reserved and disputed ones.',
  permits: ['anonymous'],
  scope: 'READ',
  input: listInput,
  errors: [],
  rest: 'GET /registry/v1/retained_domains',
  graphql: 'Query.retainedNames',
  run: ({ db, now, calendar }, input) => {
    const moment = { now, today: calendar.dateOf(now) };
    return listed(
      input,
      (query) => readRetainedNames(db, moment, query),
      (filter) => countRetainedNames(db, moment, filter),
    );
  },
});
