import {
  countRetainedNames,
  listRetainedNames as readRetainedNames,
} from '../../store/registry/retained-names.ts';
import { listed, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

/** docs/rules/registrar.md#public-lists. */
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
