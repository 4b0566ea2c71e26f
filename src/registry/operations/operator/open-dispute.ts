import { z } from 'zod';
import { failure, Problems } from '../../../base/errors.ts';
import { isBlank } from '../../rules/text.ts';
import { insertDispute } from '../../store/registry/disputes.ts';
import { lockDomain } from '../domains/model/domain-state.ts';
import { saveDomain } from '../domains/model/save-domain.ts';
import { domainName, secret, text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { disputeChange } from './dispute-document.ts';
import { registrableName } from './registrable-name.ts';

/**
 * Opens a dispute over a name for an operator, from today for 36 months unless the input says otherwise: locks the
 * name, stores the dispute with its password, and marks the domain, if there is one, as `disputed`. A dispute that
 * starts later is marked by a job on its first day (docs/rules/registrar.md#disputes, #scheduled-changes).
 */
export const openDispute = defineCommand({
  name: 'dispute.open',
  summary:
    'Opens a dispute over a name: registering the name or changing its registrant then requires its password.',
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'WRITE',
  input: z.object({
    name: domainName('The name that is disputed, registered or not, such as tamm.ee.'),
    password: secret('The password that the winner will be given; random when left out.').optional(),
    startsAt: text('The first day of the dispute; today when left out.', 'Date').optional(),
    expiresAt: text(
      'The last day of the dispute; 36 months after the first when left out.',
      'Date',
    ).optional(),
  }),
  errors: ['PARAMETER_VALUE_RANGE', 'PARAMETER_VALUE_SYNTAX', 'OBJECT_EXISTS', 'DATA_MANAGEMENT_POLICY'],
  conflicts: {
    disputes_one_open: failure('OBJECT_EXISTS', 'Name is disputed already', { path: ['name'] }),
  },
  graphql: 'Mutation.disputeOpen',
  run: async (context, input) => {
    const { db, now, calendar, record } = context;
    const problems = new Problems();
    const found = await problems.attempt(() => registrableName(db, input.name));
    const settings = await registrySettings(db);
    const today = calendar.dateOf(now);
    const startsAt = input.startsAt ?? today;
    const expiresAt =
      input.expiresAt ?? calendar.datePlus(startsAt, { months: settings.disputePeriodInMonths });
    const isPast = expiresAt < startsAt || expiresAt < today;
    problems.direct(isPast ? endsTooSoon() : undefined).refuseIfAny();
    if (!found) throw new Error('a bad name went unnoticed');
    const { name, puny } = found;
    const given = input.password ?? '';
    const dispute = await insertDispute(db, {
      name,
      name_puny: puny,
      password: isBlank(given) ? context.secret(16) : given,
      starts_at: startsAt,
      expires_at: expiresAt,
      closed_at: null,
      initiator: null,
      created_at: now,
    });
    record(disputeChange(undefined, dispute));
    const domain = startsAt <= today ? await lockDomain(context, name) : undefined;
    if (domain && !domain.draft.statuses.includes('disputed'))
      await saveDomain(
        context,
        domain,
        { ...domain.draft, statuses: [...domain.draft.statuses, 'disputed'] },
        settings,
      );
    return { id: dispute.id };
  },
});

const endsTooSoon = () =>
  failure('PARAMETER_VALUE_RANGE', 'A dispute must end after it starts, and not in the past', {
    path: ['expiresAt'],
  });
