import { builder } from '../builder.ts';
import { DateFilter, DateTimeFilter, SortDirection, StringFilter, StringListFilter } from '../where.ts';

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
type Names = typeof StringListFilter.$inferInput | null;

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
  description:
    'Which domains to list; all conditions that are given must hold. {expiresAt: {gte: "PT0S", lt: "P30D"}} are those that expire in the next 30 days.',
  fields: (t) => ({
    and: t.field({ type: [DomainWhere], description: 'All of these conditions hold.' }),
    or: t.field({ type: [DomainWhere], description: 'One or more of these conditions hold.' }),
    not: t.field({ type: DomainWhere, description: 'This condition does not hold.' }),
    name: t.field({ type: StringFilter, description: 'By the name in Unicode: {startsWith: "tam"}.' }),
    punycode: t.field({
      type: StringFilter,
      description: 'By the name in ASCII: {startsWith: "xn--"} are those with letters beyond a to z.',
    }),
    zone: t.field({ type: StringFilter, description: 'By the zone it is registered in: {eq: "com.ee"}.' }),
    registrantCode: t.field({
      type: StringFilter,
      description: 'By the contact code of its registrant: {eq: "ALPHA:TAMM"}.',
    }),
    registrantName: t.field({
      type: StringFilter,
      description: 'By the full name of its registrant: {contains: "tamm"}.',
    }),
    statuses: t.field({
      type: StringListFilter,
      description:
        'By what holds for it now: {containsAny: ["expired", "serverHold"]}. DomainStatus.name lists them all.',
    }),
    nameserverHostnames: t.field({
      type: StringListFilter,
      description: 'By the names of its nameservers, in lower case: {contains: ["ns1.hosting.example"]}.',
    }),
    contactCodes: t.field({
      type: StringListFilter,
      description: 'By the codes of its registrant, admin and tech contacts: {contains: ["ALPHA:TAMM"]}.',
    }),
    contactIdents: t.field({
      type: StringListFilter,
      description:
        'By the personal codes or registration numbers of its registrant, admin and tech contacts.',
    }),
    expiresAt: t.field({
      type: DateTimeFilter,
      description:
        'By when its period ends: {gte: "PT0S", lt: "P30D"} is in the next 30 days, {lt: "PT0S"} has ended already.',
    }),
    createdAt: t.field({
      type: DateTimeFilter,
      description: 'By when it was registered: {gte: "-P7D"} is the last week.',
    }),
    updatedAt: t.field({
      type: DateTimeFilter,
      description: 'By when it was last changed: {gte: "-P1D"} is the last day.',
    }),
    outzoneAt: t.field({
      type: DateTimeFilter,
      description: 'By when it leaves the DNS: {isNull: false} are those on their way out.',
    }),
    deleteDate: t.field({
      type: DateFilter,
      description: 'By the day from which it can be deleted: {lte: "P7D"} is within a week.',
    }),
    forceDeleteDate: t.field({
      type: DateFilter,
      description:
        'By the day from which the registry deletes it by force: {isNull: false} where that was decided.',
    }),
  }),
});

const DomainOrderField = builder.enumType('DomainOrderField', {
  description: 'The fields by which domains can be sorted.',
  values: {
    NAME: { value: 'name', description: 'By the name in Unicode, as the alphabet has it.' },
    EXPIRES_AT: { value: 'expiresAt', description: 'By when their period ends.' },
    CREATED_AT: { value: 'createdAt', description: 'By when they were registered.' },
    UPDATED_AT: { value: 'updatedAt', description: 'By when they were last changed.' },
    REGISTRANT_NAME: { value: 'registrantName', description: 'By the full name of their registrant.' },
  } as const,
});

export const DomainOrder = builder.inputType('DomainOrder', {
  description: 'By which field domains are sorted, and in which direction.',
  fields: (t) => ({
    field: t.field({ type: DomainOrderField, required: true, description: 'The field to sort by.' }),
    direction: t.field({
      type: SortDirection,
      defaultValue: 'ASC',
      description: 'Upwards (ASC) unless told otherwise.',
    }),
  }),
});
