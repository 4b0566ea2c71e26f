import { builder } from '../../../../apis/graphql/builder.ts';
import { runList } from '../../../../apis/graphql/run.ts';
import { mostRows, type Person, type PersonPlace, showPerson } from '../operations/show-person.ts';

const PersonPlaceRef = builder.objectRef<PersonPlace>('PersonPlace').implement({
  description: 'A table in which a person was found.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The table: contacts, history, outbox.' }),
    kept: t.exposeString('kept', {
      nullable: true,
      description:
        'Why erasure keeps its rows, or those that are still needed; null if it removes all of them.',
    }),
    isWhole: t.exposeBoolean('isWhole', {
      description: `Whether these are all rows; at most ${mostRows.toLocaleString('en')} are shown, the newest.`,
    }),
    rows: t.field({
      type: ['JSON'],
      description: 'The rows, without secrets.',
      resolve: ({ rows }) => [...rows],
    }),
  }),
});

const PersonRef = builder.objectRef<Person>('Person').implement({
  description: 'Everything that is held about a person.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The identity code or e-mail address that was searched for.' }),
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

builder.queryField('person', (t) =>
  t.field({
    type: PersonRef,
    nullable: true,
    description: showPerson.summary,
    args: {
      ident: t.arg.string({ description: 'The country and the identity code: EE:37605030299.' }),
      email: t.arg.string({ description: 'The e-mail address, in place of the identity code.' }),
    },
    resolve: (_, { ident, email }, context) =>
      runList(context, showPerson, { ident: ident ?? undefined, email: email ?? undefined }),
  }),
);
