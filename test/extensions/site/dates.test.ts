import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Calendar } from '#src/base/calendar.ts';

const root = new URL('../../../src/', import.meta.url);
const lines = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:ts|js)$/.test(file))
  .flatMap((file) =>
    readFileSync(new URL(file, root), 'utf8')
      .split('\n')
      .map((text) => ({ file, text })),
  );
const usersOf = (words: RegExp) => lines.filter(({ text }) => words.test(text));

it('pages and mails show a moment in one way, with its time zone', () => {
  const moment = new Date('2026-07-01T02:03:04Z');
  expect(new Calendar('Europe/Tallinn').formatForPeople(moment)).toBe('2026-07-01 05:03 (Europe/Tallinn)');
  const inBrowser = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: 'Europe/Tallinn',
  });
  expect(inBrowser.format(moment)).toBe('2026-07-01 05:03');
});

it('no page has a form of its own', () => {
  const others = usersOf(/Intl\.DateTimeFormat\(|\.toLocale(?:Date|Time)String\(/).filter(
    // How the day is called and what the clock shows are no dates, and the configuration only asks whether a zone exists.
    ({ text }) => !/'sv-SE'|weekday:|{ timeStyle: 'medium', timeZone|\('en', { timeZone: name }\)/.test(text),
  );
  expect(others).toEqual([]);
});

it('the form of poll messages is theirs alone', () => {
  const users = usersOf(/\.formatForText\(/).map(({ file }) => file);
  expect([...new Set(users)]).toEqual(['registry/rules/registrar/poll-messages.ts']);
});
