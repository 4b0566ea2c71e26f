import {
  type PersonData,
  type PersonPlace,
  showPerson,
} from '../../../registry/operations/people/show-person.ts';
import { builder } from '../builder.ts';
import { runList } from '../run.ts';

const PersonPlaceRef = builder.objectRef<PersonPlace>('PersonPlace').implement({
  description: 'A table in which a person was found.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The table: contacts, history, outbox.' }),
    kept: t.exposeString('kept', {
      nullable: true,
      description:
        'Why erasure keeps its rows, or those of them that are still needed; null: it removes them.',
    }),
    isWhole: t.exposeBoolean('isWhole', {
      description: 'Whether these are all rows; at most 500 are shown.',
    }),
    rows: t.field({
      type: ['JSON'],
      description: 'The rows, without secrets.',
      resolve: ({ rows }) => [...rows],
    }),
  }),
});

const PersonDataRef = builder.objectRef<PersonData>('PersonData').implement({
  description: 'Everything that is held about a person.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'What was looked for.' }),
    contacts: t.exposeStringList('contacts', {
      description: 'The codes of the contacts that have it or had it.',
    }),
    places: t.field({
      type: [PersonPlaceRef],
      description: 'Where the person was found.',
      resolve: ({ places }) => [...places],
    }),
  }),
});

builder.queryField('personData', (t) =>
  t.field({
    type: PersonDataRef,
    nullable: true,
    description: showPerson.summary,
    args: { person: t.arg.string({ required: true, description: 'The identity code or e-mail address.' }) },
    resolve: (_, { person }, context) => runList(context, showPerson, { person }),
  }),
);
