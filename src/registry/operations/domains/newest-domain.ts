import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { newestDomain as readNewest } from '../../store/registry/domains.ts';
import { defineQuery } from '../operation.ts';
import { domainParts } from './model/domain-parts.ts';

/**
 * Finds the domain that the registrar registered last, if it has any. REST shows it as `new_domain` on every page of
 * the domain list, whatever the filter (docs/rules/registrar.md#domain-list).
 */
export const newestDomain = defineQuery({
  name: 'domain.newest',
  summary: "Shows the registrar's most recently registered domain.",
  permits: ['registrar:epp'],
  scope: 'READ',
  input: z.object({ parts: domainParts }),
  errors: [],
  run: ({ db, actor, calendar, now }, { parts }) =>
    readNewest(db, registrarOf(actor).registrarId, parts, calendar.dateOf(now)),
});
