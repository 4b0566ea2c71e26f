import { builder } from '../builder.ts';
import { DateFilter, DateTimeFilter, SortDirection, StatusesFilter, StringFilter } from '../where.ts';

/** Which fields of DomainWhere are not plain text. */
export const domainKinds = {
  statuses: 'set',
  nameserverHostnames: 'set',
  contactCodes: 'set',
  contactIdents: 'set',
  expiresAt: 'moment',
  createdAt: 'moment',
  updatedAt: 'moment',
  outzoneAt: 'moment',
  deleteDate: 'day',
  forceDeleteDate: 'day',
} as const;

type Text = typeof StringFilter.$inferInput | null;
type Instant = typeof DateTimeFilter.$inferInput | null;
type Day = typeof DateFilter.$inferInput | null;
type Names = typeof StatusesFilter.$inferInput | null;

interface DomainWhereShape {
  and?: DomainWhereShape[] | null;
  or?: DomainWhereShape[] | null;
  not?: DomainWhereShape | null;
  name?: Text;
  punycode?: Text;
  zone?: Text;
  registrantCode?: Text;
  registrantName?: Text;
  statuses?: Names;
  nameserverHostnames?: Names;
  contactCodes?: Names;
  contactIdents?: Names;
  expiresAt?: Instant;
  createdAt?: Instant;
  updatedAt?: Instant;
  outzoneAt?: Instant;
  deleteDate?: Day;
  forceDeleteDate?: Day;
}

export const DomainWhere = builder.inputRef<DomainWhereShape>('DomainWhere').implement({
  description: 'Which domains: all conditions given must hold.',
  fields: (t) => ({
    and: t.field({ type: [DomainWhere], description: 'All of these hold.' }),
    or: t.field({ type: [DomainWhere], description: 'At least one of these holds.' }),
    not: t.field({ type: DomainWhere, description: 'This does not hold.' }),
    name: t.field({ type: StringFilter, description: 'By name in Unicode.' }),
    punycode: t.field({ type: StringFilter, description: 'By name in ASCII.' }),
    zone: t.field({ type: StringFilter, description: 'By zone, such as ee or com.ee.' }),
    registrantCode: t.field({ type: StringFilter, description: "By the registrant's code." }),
    registrantName: t.field({ type: StringFilter, description: "By the registrant's name." }),
    statuses: t.field({ type: StatusesFilter, description: 'By statuses, such as expired or serverHold.' }),
    nameserverHostnames: t.field({ type: StatusesFilter, description: 'By the names of its nameservers.' }),
    contactCodes: t.field({
      type: StatusesFilter,
      description: 'By the codes of its registrant and contacts.',
    }),
    contactIdents: t.field({
      type: StatusesFilter,
      description: 'By the idents of its registrant and contacts.',
    }),
    expiresAt: t.field({
      type: DateTimeFilter,
      description: 'By the end of its period: {lt: "P30D"} is within 30 days.',
    }),
    createdAt: t.field({ type: DateTimeFilter, description: 'By the time of registration.' }),
    updatedAt: t.field({ type: DateTimeFilter, description: 'By the time of the last change.' }),
    outzoneAt: t.field({ type: DateTimeFilter, description: 'By the time it leaves DNS.' }),
    deleteDate: t.field({ type: DateFilter, description: 'By the day from which it can be deleted.' }),
    forceDeleteDate: t.field({
      type: DateFilter,
      description: 'By the day from which it is deleted by force.',
    }),
  }),
});

const DomainOrderField = builder.enumType('DomainOrderField', {
  description: 'What domains can be sorted by.',
  values: {
    NAME: { value: 'name', description: 'Name.' },
    EXPIRES_AT: { value: 'expiresAt', description: 'End of the period.' },
    CREATED_AT: { value: 'createdAt', description: 'Time of registration.' },
    UPDATED_AT: { value: 'updatedAt', description: 'Time of the last change.' },
    REGISTRANT_NAME: { value: 'registrantName', description: "The registrant's name." },
  } as const,
});

export const DomainOrder = builder.inputType('DomainOrder', {
  description: 'How domains are sorted.',
  fields: (t) => ({
    field: t.field({ type: DomainOrderField, required: true, description: 'By what.' }),
    direction: t.field({ type: SortDirection, defaultValue: 'ASC', description: 'Which way.' }),
  }),
});
