import { encodeGlobalID } from '@pothos/plugin-relay';
import { builder } from '../builder.ts';
import { enumOf } from '../enum-of.ts';
import { moment } from '../moments.ts';
import type { ReportedChange } from './follow-list.ts';

const ListChangeEnum = enumOf('ListChange', 'What a change did to a list.', {
  ENTERED: 'It now belongs to the list: it is new, was transferred in, or now matches where.',
  CHANGED: 'It belonged to the list and still does.',
  LEFT: 'It no longer belongs to the list: it was deleted, was transferred away, or no longer matches where.',
});

interface Described {
  readonly name: 'DomainListChange' | 'ContactListChange';
  readonly many: string;
}

/** The type of the changes of a list, with the fields that all of them have. */
export const listChangeType = <Now>({ name, many }: Described) =>
  builder.objectRef<ReportedChange<Now>>(name).implement({
    description: `One live change of a list of ${many}.`,
    fields: (t) => ({
      id: t.id({
        description:
          'An opaque id of the change, unique over all types: pass it as after to continue from here later.',
        // One change may enter one list and leave another.
        resolve: ({ id, change }) => encodeGlobalID(name, `${id}.${change}`),
      }),
      at: moment(t, 'at', 'When the change was made.'),
      operation: t.exposeString('operation', { description: 'What was done, such as domain.renew.' }),
      change: t.expose('change', { type: ListChangeEnum, description: 'How it changed the list.' }),
    }),
  });

export const afterOfList =
  'The id of the last change you have seen: everything later is sent first, so that nothing is missed. Without it, only what happens from now on.';
