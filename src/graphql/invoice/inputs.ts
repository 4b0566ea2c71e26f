import type { Types } from '../builder.ts';

type InputFields = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;

/** Which service something is for: the registry also acts for the business registry, an operator for every one. */
export const initiatorField = (t: InputFields) =>
  t.string({
    description:
      'The service it belongs to: registry, auction, eeid, business_registry or billing_system; your own when left out.',
  });

export const whichInvoice = (t: InputFields) => ({
  invoiceNumber: t.int({ required: true, description: 'The number of the invoice, such as 10001.' }),
  userUniqueId: t.string({
    description:
      'Which invoice, when several reservations share its number: the userUniqueId of the reservation. Left out: the paid one, else the newest.',
  }),
});

type Given<T> = { [K in keyof T]: Exclude<T[K], null> };

/** A field that was left out, or is null, is not there. */
export function given<T extends object>(input: T): Given<T> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) as Given<T>;
}
