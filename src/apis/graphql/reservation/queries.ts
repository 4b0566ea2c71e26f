import { listReservations } from '../../../registry/operations/reservations/list-reservations.ts';
import { showPaidReservation } from '../../../registry/operations/reservations/show-paid-reservation.ts';
import { showReservation } from '../../../registry/operations/reservations/show-reservation.ts';
import { suggestNames } from '../../../registry/operations/reservations/suggest-names.ts';
import { builder } from '../builder.ts';
import { listQuery } from '../list.ts';
import { graphqlError } from '../refusals.ts';
import { runCommand, runList, runQuery } from '../run.ts';
import { ReservationRef, reservationNode, reservations } from './type.ts';

const SuggestionRef = builder.simpleObject('ReservationSuggestion', {
  description: 'A name that would suit an organisation and is available now.',
  fields: (t) => ({
    name: t.field({
      type: 'DomainName',
      nullable: false,
      description: 'The name with its zone, such as tamm.ee.',
    }),
  }),
});

listQuery('reservations', reservations, {
  operation: listReservations,
  description: `${listReservations.summary} A portal sees those that were made with its own token.`,
  where: 'Which reservations; all of yours when left out.',
  orderBy: 'How to sort them; newest first when left out.',
  usual: { field: 'createdAt', descending: true },
});

builder.queryFields((t) => ({
  reservationSuggestions: t.field({
    type: [SuggestionRef],
    nullable: true,
    description: suggestNames.summary,
    args: {
      organizationName: t.arg.string({
        required: true,
        description:
          'The name of the organisation, with or without its legal form, at most 100 characters: "Tamm OÜ".',
      }),
    },
    resolve: async (_, { organizationName }, context) =>
      (await runList(context, suggestNames, { organizationName })).map((name) => ({ name })),
  }),
  reservation: t.field({
    type: ReservationRef,
    nullable: true,
    description: showReservation.summary,
    args: {
      userUniqueId: t.arg.string({
        required: true,
        description: 'The userUniqueId that reservationCreate returned.',
      }),
    },
    resolve: async (_, { userUniqueId }, context) => {
      const found = await runQuery(context, showReservation, { userUniqueId });
      return found && { ...found.reservation, named: found.entries };
    },
  }),
  paidReservation: t.field({
    type: ReservationRef,
    nullable: true,
    description: `${showPaidReservation.summary} The first call after payment issues the codes.`,
    args: {
      invoiceNumber: t.arg.int({
        required: true,
        description: 'The number of the invoice that paidReservationCreate returned.',
      }),
      userUniqueId: t.arg.string({
        required: true,
        description: 'The userUniqueId that paidReservationCreate returned.',
      }),
    },
    resolve: async (_, { invoiceNumber, userUniqueId }, context) => {
      const input = { invoiceNumber: String(invoiceNumber), userUniqueId };
      const outcome = await runCommand(context, showPaidReservation, input, {}, (db, { id }) =>
        reservationNode(db, id, context),
      );
      if (outcome.ok) return outcome.value;
      const [first] = outcome.failures;
      if (first.code === 'OBJECT_DOES_NOT_EXIST') return null;
      throw graphqlError(first, false);
    },
  }),
}));
