import type { ExampleCaller } from '../callers.ts';

/** A question to begin with: what it says, and its steps as they stand in the address of the page. */
export interface Card {
  readonly text: string;
  readonly picture: 'bars' | 'stacked' | 'line' | 'table' | 'number';
  readonly as: ExampleCaller;
  readonly steps: string;
}

export const cards: readonly Card[] = [
  {
    text: 'How many of our domains expire in each of the next twelve months?',
    picture: 'bars',
    as: 'alpha',
    steps: 'data=domains&where=expiresAt~next~12~M&by=EXPIRES_AT~MONTH&show=count&view=bars',
  },
  {
    text: 'Which domains expire in the next 30 days, and whose are they?',
    picture: 'table',
    as: 'alpha',
    steps:
      'data=domains&where=expiresAt~next~30~D&rows=list&column=name&column=expiresAt&column=registrant.name&sort=EXPIRES_AT~ASC&view=table',
  },
  {
    text: 'What did we pay in a year, by month and kind?',
    picture: 'stacked',
    as: 'alpha',
    steps:
      'data=account.transactions&where=createdAt~last~1~Y&where=kind~in~REGISTRATION~RENEWAL&by=CREATED_AT~MONTH&by=KIND&show=charged&show=count&view=stacked',
  },
  {
    text: 'What was our balance at the end of each month?',
    picture: 'line',
    as: 'alpha',
    steps: 'data=account.balances&where=period~last~12~M&per=MONTH&show=balance&view=line',
  },
  {
    text: 'Who are our ten largest customers?',
    picture: 'bars',
    as: 'alpha',
    steps: 'data=domains&by=REGISTRANT_NAME&show=count&show=share&sort=COUNT~DESC&first=10&view=bars',
  },
  {
    text: 'How many domains did we win and lose in each quarter?',
    picture: 'bars',
    as: 'alpha',
    steps:
      'data=domainStatistics&where=period~last~24~M&per=QUARTER&show=registered&show=transferredIn&show=deleted&show=transferredOut&view=bars',
  },
  {
    text: 'How many of the registrations that ended in each month were renewed?',
    picture: 'line',
    as: 'alpha',
    steps: 'data=domainStatistics&where=period~last~12~M&per=MONTH&show=renewalRate&view=line',
  },
  {
    text: 'What share of our domains is signed, by year of registration?',
    picture: 'stacked',
    as: 'alpha',
    steps: 'data=domains&by=CREATED_AT~YEAR&by=SIGNED&show=count&show=share&view=share&value=count',
  },
  {
    text: 'How many domains do we have?',
    picture: 'number',
    as: 'alpha',
    steps: 'data=domains&rows=number&show=count&view=number',
  },
  {
    text: 'How large is each registrar now, and how large was it a year ago?',
    picture: 'bars',
    as: 'operator',
    steps: 'data=domains&by=REGISTRAR&show=share&compare=P1Y&view=bars',
  },
  {
    text: 'From whom to whom were domains transferred in the last 90 days?',
    picture: 'stacked',
    as: 'operator',
    steps:
      'data=domainEvents&where=kind~in~TRANSFERRED&where=at~last~90~D&by=FROM_REGISTRAR&by=REGISTRAR&show=count&view=stacked',
  },
  {
    text: 'How many reservations became registrations?',
    picture: 'bars',
    as: 'operator',
    steps: 'data=reservations&by=STATUS&show=count&show=share&view=bars',
  },
  {
    text: 'How much money is still to come from invoices?',
    picture: 'bars',
    as: 'operator',
    steps:
      'data=invoices&where=status~in~UNPAID~OVERDUE~FAILED&where=bulk~no&by=STATUS&show=sum&show=count&view=bars',
  },
];
