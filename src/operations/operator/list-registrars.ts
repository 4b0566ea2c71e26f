import { z } from 'zod';
import { allRegistrars, registrarsById } from '../../store/registry/registrars.ts';
import { defineQuery } from '../operation.ts';

/** A registrar sees itself, the operator everyone (docs/rules/graph.md#visibility). */
export const listRegistrars = defineQuery({
  name: 'registrar.list',
  summary: 'Lists registrars: all of them for the operator, itself for a registrar.',
  permits: ['registrar', 'operator'],
  input: z.object({}),
  errors: [],
  graphql: 'Query.registrars',
  run: ({ db, actor }) =>
    actor.kind === 'registrar' ? registrarsById(db, [actor.registrarId]) : allRegistrars(db),
});
