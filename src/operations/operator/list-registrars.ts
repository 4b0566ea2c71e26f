import { z } from 'zod';
import { defineQuery } from '../../core/operation.ts';
import { allRegistrars, registrarsById } from '../../store/registry/registrars.ts';

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
