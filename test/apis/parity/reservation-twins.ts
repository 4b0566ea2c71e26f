import type { Loose } from '../../support/world.ts';
import type { MutationTwin, QueryTwin, RestTwin } from './twins.ts';

/** One reserved name, as both doors tell it. */
export interface ReportedEntry {
  readonly name: string;
  readonly status: string;
  readonly code: string | null;
  readonly until: string | null;
}
export interface ReportedReservation {
  readonly id: string;
  readonly entries: readonly ReportedEntry[];
}

const entryFields = 'name status password expiresAt';
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const listed = (value: unknown): Loose[] => value as Loose[];

const restEntry = ({ name, status = 'reserved' as never, password, expire_at }: Loose): ReportedEntry => ({
  name: String(name),
  status: String(status),
  code: text(password),
  until: text(expire_at),
});
const graphEntry = ({ name, status, password, expiresAt }: Loose): ReportedEntry => ({
  name: String(name),
  status: String(status).toLowerCase(),
  code: text(password),
  until: text(expiresAt),
});

/** What the runs made up for themselves: the id and the codes. */
export const ownOf = (_: unknown, { id, entries }: ReportedReservation): string[] => [
  id,
  ...codesIn(entries),
];

/** POST /reserve_domains and reservationCreate. */
export const reserving = {
  rest: ({ names }: { names?: unknown }): RestTwin => ({
    method: 'POST',
    url: '/reserve_domains',
    payload: { domain_names: names },
  }),
  graphql: ({ names }: { names?: unknown }): MutationTwin => ({
    mutation: 'reservationCreate',
    input: { names },
    select: `reservation { userUniqueId entries { ${entryFields} } }`,
  }),
  reported: {
    rest: ({ user_unique_id, reserved_domains }: Loose): ReportedReservation => ({
      id: String(user_unique_id),
      entries: listed(reserved_domains).map(restEntry),
    }),
    graphql: ({ reservation }: Loose): ReportedReservation => ({
      id: String(reservation.userUniqueId),
      entries: listed(reservation.entries).map(graphEntry),
    }),
  },
};

/** GET /reserve_domains/{user_unique_id} and reservation. */
export const askingForFree = {
  rest: ({ id }: { id: string }): RestTwin => ({
    method: 'GET',
    url: `/reserve_domains/${encodeURIComponent(id)}`,
  }),
  graphql: ({ id }: { id: string }): QueryTwin => ({
    query: `query ($id: String!) { reservation(userUniqueId: $id) { userUniqueId entries { ${entryFields} } } }`,
    variables: { id },
  }),
  reported: {
    rest: (body: Loose): ReportedEntry[] => listed(body).map(restEntry),
    graphql: ({ entries }: Loose): ReportedEntry[] => listed(entries).map(graphEntry),
  },
};

/** A paid reservation that nobody has paid yet, as both doors tell it. */
export interface ReportedPending {
  readonly id: string;
  readonly number: number;
  readonly names: readonly string[];
  readonly link: string;
}

/** POST /long_reserve_domains and paidReservationCreate. */
export const reservingPaid = {
  rest: ({ names }: { names?: unknown }): RestTwin => ({
    method: 'POST',
    url: '/long_reserve_domains',
    payload: { domain_names: names },
  }),
  graphql: ({ names }: { names?: unknown }): MutationTwin => ({
    mutation: 'paidReservationCreate',
    input: { names },
    select: 'reservation { userUniqueId entries { name } } invoice { number } paymentUrl',
  }),
  reported: {
    rest: (body: Loose): ReportedPending => ({
      id: String(body.user_unique_id),
      number: Number(body.invoice_number),
      names: body.available_domains as unknown as string[],
      link: String(body.linkpay_url),
    }),
    graphql: ({ reservation, invoice, paymentUrl }: Loose): ReportedPending => ({
      id: String(reservation.userUniqueId),
      number: Number(invoice.number),
      names: listed(reservation.entries).map(({ name }) => String(name)),
      link: String(paymentUrl),
    }),
  },
};

export interface ReportedStatus {
  readonly status: string;
  readonly names: readonly string[];
  /** Only while it is paid. */
  readonly entries: readonly ReportedEntry[] | null;
  /** Whatever it says of its status. */
  readonly codes: readonly string[];
}

const codesIn = (entries: readonly ReportedEntry[] | null): string[] =>
  (entries ?? []).flatMap(({ code }) => code ?? []);

/** What the portal calls the states of an invoice (docs/rules/reservation.md#paid-status). */
const portalWords: Readonly<Record<string, string>> = {
  UNPAID: 'pending',
  PAID: 'paid',
  OVERDUE: 'unpaid',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  REFUNDED: 'paid',
};

const paidDocument = `query ($number: Int!, $id: String!) {
  paidReservation(invoiceNumber: $number, userUniqueId: $id) { invoice { status } entries { ${entryFields} } }
}`;

/** GET /long_reserve_domains_status and paidReservation. */
export const askingForPaid = {
  rest: ({ number, id }: { number: number; id: string }): RestTwin => ({
    method: 'GET',
    url: `/long_reserve_domains_status?${new URLSearchParams({ invoice_number: String(number), user_unique_id: id })}`,
  }),
  graphql: ({ number, id }: { number: number; id: string }): QueryTwin => ({
    query: paidDocument,
    variables: { number, id },
  }),
  reported: {
    rest: ({ status, names, reserved_domains }: Loose): ReportedStatus => {
      const entries = reserved_domains ? listed(reserved_domains).map(restEntry) : null;
      return {
        status: String(status),
        names: entries?.map(({ name }) => name) ?? (names as unknown as string[]),
        entries,
        codes: codesIn(entries),
      };
    },
    graphql: ({ invoice, entries }: Loose): ReportedStatus => {
      const status = portalWords[String(invoice.status)] ?? '';
      const shown = listed(entries).map(graphEntry);
      return {
        status,
        names: shown.map(({ name }) => name),
        entries: status === 'paid' ? shown : null,
        codes: codesIn(shown),
      };
    },
  },
};

/** GET /domain_names/{organization_name} and reservationSuggestions. */
export const suggesting = {
  rest: ({ organization }: { organization: string }): RestTwin => ({
    method: 'GET',
    url: `/domain_names/${encodeURIComponent(organization)}`,
  }),
  graphql: ({ organization }: { organization: string }): QueryTwin => ({
    query: 'query ($name: String!) { reservationSuggestions(organizationName: $name) { name } }',
    variables: { name: organization },
  }),
  reported: {
    rest: ({ variants }: Loose) => variants as unknown as string[],
    graphql: (found: Loose) => listed(found).map(({ name }) => String(name)),
  },
};

/** Which of the names the portal could reserve now. */
export const whatIsLeft = (names: readonly string[]) => ({
  query: 'query ($names: [DomainName!]!) { domainCheck(names: $names) { name available } }',
  variables: { names },
});
