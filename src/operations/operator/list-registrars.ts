import { z } from 'zod';
import { allRegistrars } from '../../store/registry/registrars.ts';
import { filterInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

/** A registrar sees itself, the operator everyone (docs/rules/graph.md#visibility). */
export const listRegistrars = defineQuery({
  name: 'registrar.list',
  summary: 'Lists registrars: all of them for the operator, itself for a registrar.',
  permits: ['registrar', 'operator'],
  scope: 'READ',
  input: z.object({ where: filterInput }),
  errors: [],
  graphql: 'Query.registrars',
  run: ({ db, actor }, { where }) =>
    allRegistrars(db, where, actor.kind === 'registrar' ? [actor.registrarId] : undefined),
});
