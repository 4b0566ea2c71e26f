/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A country as ISO 3166-1 alpha-2, such as EE. */
  CountryCode: { input: string; output: string; }
  /** A calendar day in the time zone of the registry, yyyy-mm-dd. */
  Date: { input: string; output: string; }
  /** A moment: ISO 8601 with milliseconds and offset, such as 2026-11-15T02:23:00.252+02:00. */
  DateTime: { input: string; output: string; }
  /** A moment (2026-12-31T00:00:00+02:00), a day (2026-12-31), or a distance from now (P30D is in 30 days, -P7D a week ago). */
  DateTimeOrDuration: { input: string; output: string; }
  /** An amount of money with two decimals as text, such as "10.00"; never a float. */
  Decimal: { input: string; output: string; }
  /** A domain name in Unicode or punycode, in any case; shown in lower-case Unicode. */
  DomainName: { input: string; output: string; }
  /** A span of time as ISO 8601, such as P1Y, P3M or PT36H. */
  Duration: { input: string; output: string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  /** A code that only its owner is shown. Keep it out of logs, traces and caches. */
  Secret: { input: string; output: string; }
};

/** What contactCreate needs to know. */
export type ContactCreateInput = {
  /** E-mail address. */
  email: Scalars['String']['input'];
  /** A custom code; left out, a random one is made. */
  id?: InputMaybe<Scalars['String']['input']>;
  /** Who it is by number. */
  ident: IdentInput;
  /** Full name. */
  name: Scalars['String']['input'];
  /** Phone number, country code separated by a dot: +372.5555555. */
  phone: Scalars['String']['input'];
};

/** What contactDelete needs to know. */
export type ContactDeleteInput = {
  /** Which contact. */
  code: Scalars['String']['input'];
};

/** How contacts are sorted. */
export type ContactOrder = {
  /** Which way. */
  direction?: InputMaybe<SortDirection>;
  /** By what. */
  field: ContactOrderField;
};

/** What contacts can be sorted by. */
export type ContactOrderField =
  /** Code. */
  | 'CODE'
  /** Time of creation. */
  | 'CREATED_AT'
  /** Name. */
  | 'NAME'
  /** Time of the last change. */
  | 'UPDATED_AT';

/** What contactUpdate needs to know. */
export type ContactUpdateInput = {
  /** Which contact. */
  code: Scalars['String']['input'];
  /** A new e-mail address. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** A new name. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** A new phone number. */
  phone?: InputMaybe<Scalars['String']['input']>;
};

/** Which contacts: all conditions given must hold. */
export type ContactWhere = {
  /** All of these hold. */
  and?: InputMaybe<Array<ContactWhere>>;
  /** By contact code. */
  code?: InputMaybe<StringFilter>;
  /** By the country of the ident. */
  countryCode?: InputMaybe<StringFilter>;
  /** By the time of creation. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** By e-mail address. */
  email?: InputMaybe<StringFilter>;
  /** By personal code, registration number or date of birth. */
  ident?: InputMaybe<StringFilter>;
  /** By kind of ident: priv, org or birthday. */
  identType?: InputMaybe<StringFilter>;
  /** By name. */
  name?: InputMaybe<StringFilter>;
  /** This does not hold. */
  not?: InputMaybe<ContactWhere>;
  /** At least one of these holds. */
  or?: InputMaybe<Array<ContactWhere>>;
  /** By phone number. */
  phone?: InputMaybe<StringFilter>;
  /** By current statuses. */
  statuses?: InputMaybe<StatusesFilter>;
  /** By the time of the last change. */
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** Compares a day with another one or with a distance from today. */
export type DateFilter = {
  /** Is exactly this day. */
  eq?: InputMaybe<Scalars['Date']['input']>;
  /** Later than this. */
  gt?: InputMaybe<Scalars['DateTimeOrDuration']['input']>;
  /** At this or later. */
  gte?: InputMaybe<Scalars['DateTimeOrDuration']['input']>;
  /** Has no value (true) or has one (false). */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  /** Before this. */
  lt?: InputMaybe<Scalars['DateTimeOrDuration']['input']>;
  /** At this or before. */
  lte?: InputMaybe<Scalars['DateTimeOrDuration']['input']>;
};

/** Compares a moment with another one or with a distance from now: {lt: "P30D"} is before 30 days have passed. */
export type DateTimeFilter = {
  /** Later than this. */
  gt?: InputMaybe<Scalars['DateTimeOrDuration']['input']>;
  /** At this or later. */
  gte?: InputMaybe<Scalars['DateTimeOrDuration']['input']>;
  /** Has no value (true) or has one (false). */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  /** Before this. */
  lt?: InputMaybe<Scalars['DateTimeOrDuration']['input']>;
  /** At this or before. */
  lte?: InputMaybe<Scalars['DateTimeOrDuration']['input']>;
};

/** Compares an amount of money. */
export type DecimalFilter = {
  /** Is exactly this. */
  eq?: InputMaybe<Scalars['Decimal']['input']>;
  /** Is more. */
  gt?: InputMaybe<Scalars['Decimal']['input']>;
  /** Is this or more. */
  gte?: InputMaybe<Scalars['Decimal']['input']>;
  /** Is less. */
  lt?: InputMaybe<Scalars['Decimal']['input']>;
  /** Is this or less. */
  lte?: InputMaybe<Scalars['Decimal']['input']>;
};

/** Why a request was refused. Each code has the registry result code that REST clients know. */
export type ErrorCode =
  /** 2201 Authorization error. */
  | 'AUTHORIZATION'
  /** 2104 Billing failure. */
  | 'BILLING_FAILURE'
  /** 2400 Command failed. */
  | 'COMMAND_FAILED'
  /** 2001 Command syntax error. */
  | 'COMMAND_SYNTAX'
  /** 2002 Command use error. */
  | 'COMMAND_USE'
  /** 2308 Data management policy violation. */
  | 'DATA_MANAGEMENT_POLICY'
  /** 2002 Idempotency key was already used with another input. */
  | 'IDEMPOTENCY_KEY_REUSED'
  /** 2202 Invalid authorization information. */
  | 'INVALID_AUTHORIZATION_INFORMATION'
  /** 2105 Object is not eligible for renewal. */
  | 'NOT_ELIGIBLE_FOR_RENEWAL'
  /** 2106 Object is not eligible for transfer. */
  | 'NOT_ELIGIBLE_FOR_TRANSFER'
  /** 2305 Object association prohibits operation. */
  | 'OBJECT_ASSOCIATION_PROHIBITS'
  /** 2303 Object does not exist. */
  | 'OBJECT_DOES_NOT_EXIST'
  /** 2302 Object exists. */
  | 'OBJECT_EXISTS'
  /** 2304 Object status prohibits operation. */
  | 'OBJECT_STATUS_PROHIBITS'
  /** 2306 Parameter value policy error. */
  | 'PARAMETER_VALUE_POLICY'
  /** 2004 Parameter value range error. */
  | 'PARAMETER_VALUE_RANGE'
  /** 2005 Parameter value syntax error. */
  | 'PARAMETER_VALUE_SYNTAX'
  /** 2502 Session limit exceeded. */
  | 'RATE_LIMITED'
  /** 2003 Required parameter missing. */
  | 'REQUIRED_PARAMETER_MISSING'
  /** 2101 Unimplemented command. */
  | 'UNIMPLEMENTED';

/** Who a contact is in the eyes of a state. */
export type IdentInput = {
  /** Personal code, registration number or date of birth (yyyy-mm-dd). */
  code: Scalars['String']['input'];
  /** The country that issued it. */
  countryCode: Scalars['CountryCode']['input'];
  /** Which of them it is. */
  type: IdentType;
};

/** What kind of number identifies a contact. */
export type IdentType =
  /** A person, by date of birth. */
  | 'BIRTHDAY'
  /** An organisation, by registration number. */
  | 'ORG'
  /** A person, by national personal code. */
  | 'PRIV';

/** What notificationAcknowledge needs to know. */
export type NotificationAcknowledgeInput = {
  /** Which message, by its global id. */
  id: Scalars['ID']['input'];
};

/** Which poll messages: all conditions given must hold. */
export type NotificationWhere = {
  /** By the time of writing. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** By kind of event. */
  kind?: InputMaybe<StringFilter>;
  /** By the time of acknowledgement; {isNull: true} are the unread ones. */
  readAt?: InputMaybe<DateTimeFilter>;
  /** By text. */
  text?: InputMaybe<StringFilter>;
};

/** Which way a list is sorted. */
export type SortDirection =
  /** Smallest, earliest or first in the alphabet first. */
  | 'ASC'
  /** Largest, latest or last in the alphabet first. */
  | 'DESC';

/** Compares a set of status names. */
export type StatusesFilter = {
  /** Has all of these. */
  contains?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Has at least one of these. */
  containsAny?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Has none of these. */
  notContains?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Compares text; contains and startsWith ignore case. */
export type StringFilter = {
  /** Has this somewhere in it; no wildcards. */
  contains?: InputMaybe<Scalars['String']['input']>;
  /** Is exactly this. */
  eq?: InputMaybe<Scalars['String']['input']>;
  /** Is one of these. */
  in?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Has no value (true) or has one (false). */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
  /** Is anything but this. */
  ne?: InputMaybe<Scalars['String']['input']>;
  /** Is none of these. */
  notIn?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Begins with this. */
  startsWith?: InputMaybe<Scalars['String']['input']>;
};

/** Which way money went. */
export type TransactionType =
  /** It was added. */
  | 'CREDIT'
  /** It was charged. */
  | 'DEBIT';

/** Which transactions: all conditions given must hold. */
export type TransactionWhere = {
  /** All of these hold. */
  and?: InputMaybe<Array<TransactionWhere>>;
  /** By time. */
  createdAt?: InputMaybe<DateTimeFilter>;
  /** By what it was for. */
  description?: InputMaybe<StringFilter>;
  /** This does not hold. */
  not?: InputMaybe<TransactionWhere>;
  /** At least one of these holds. */
  or?: InputMaybe<Array<TransactionWhere>>;
  /** By amount. */
  sum?: InputMaybe<DecimalFilter>;
};

/** What kind of caller it is. */
export type ViewerKind =
  /** A service that bills through the registry. */
  | 'BILLING_CLIENT'
  /** Whoever runs the registry. */
  | 'OPERATOR'
  /** The business registry portal. */
  | 'PORTAL'
  /** A user of a registrar. */
  | 'REGISTRAR';

/** What kind of caller it is. */
export type ViewerKind =
  /** A service that bills through the registry. */
  | 'BILLING_CLIENT'
  /** Whoever runs the registry. */
  | 'OPERATOR'
  /** The business registry portal. */
  | 'PORTAL'
  /** A user of a registrar. */
  | 'REGISTRAR';

export type RegistrarTourQueryVariables = Exact<{ [key: string]: never; }>;


export type RegistrarTourQuery = { viewer: { kind: ViewerKind, name: string, registrar: { code: string, name: string } | null }, account: { balance: string, currency: string, transactions: { nodes: Array<{ createdAt: string, description: string, sum: string, balance: string }> } }, notifications: { totalCount: number, nodes: Array<{ number: number, text: string, createdAt: string }> }, contacts: { totalCount: number, nodes: Array<{ code: string, name: string, email: string | null }> } };


export const RegistrarTourDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RegistrarTour"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"registrar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"transactions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"sum"}},{"kind":"Field","name":{"kind":"Name","value":"balance"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"notifications"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"readAt"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"isNull"},"value":{"kind":"BooleanValue","value":true}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"contacts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"NAME"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]}}]}}]} as unknown as DocumentNode<RegistrarTourQuery, RegistrarTourQueryVariables>;