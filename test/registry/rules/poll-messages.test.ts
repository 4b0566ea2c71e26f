import { describe, expect, it, test } from 'vitest';
import { type PollMessage, pollMessages } from '#src/registry/rules/registrar/poll-messages.ts';
import { at, calendar } from './support.ts';

const moments = { outzoneAt: at('2010-07-21'), purgeAt: at('2010-12-05') };
const dates = 'Outzone date: 2010-07-21 00:00:00 +0300. Purge date: 2010-12-05 00:00:00 +0200';
const name = 'shop.test';

describe('poll messages', () => {
  test.each<[number, () => PollMessage, string, string | undefined]>([
    [
      1,
      () => pollMessages.updateConfirmed(name),
      'Registrant confirmed domain update: shop.test',
      'Epp::Domain',
    ],
    [
      2,
      () => pollMessages.updateRejected(name),
      'Registrant rejected domain update: shop.test',
      'Epp::Domain',
    ],
    [
      3,
      () => pollMessages.updateNotConfirmed(name),
      'Registrant did not confirm domain update: shop.test',
      'Domain',
    ],
    [
      4,
      () => pollMessages.deletionConfirmed(name),
      'Registrant confirmed domain deletion: shop.test',
      'Epp::Domain',
    ],
    [
      5,
      () => pollMessages.deletionRejected(name),
      'Registrant rejected domain deletion: shop.test',
      'Epp::Domain',
    ],
    [
      6,
      () => pollMessages.deletionNotConfirmed(name),
      'Registrant did not confirm domain deletion: shop.test',
      'Domain',
    ],
    [7, () => pollMessages.domainDeleted(name), 'Domain deleted!: shop.test', 'Version::DomainVersion'],
    [
      8,
      () => pollMessages.transferApproved(name, 'john-001', ['william-001', 'jane-001', 'william-001']),
      'Transfer of domain shop.test has been approved. It was associated with registrant john-001 and contacts jane-001, william-001.',
      'DomainTransfer',
    ],
    [
      13,
      () => pollMessages.forceDeleteSet(name, moments, calendar),
      `Force delete set on domain shop.test. ${dates}`,
      undefined,
    ],
    [
      14,
      () => pollMessages.forceDeleteSet(name, moments, calendar, 'a@b.test'),
      `Force delete set on domain shop.test. ${dates}. Invalid email: a@b.test`,
      undefined,
    ],
    [
      15,
      () =>
        pollMessages.forceDeleteSetOnInvalidCompany(
          {
            domain: name,
            forceDelete: 'fast_track',
            start: '2010-07-06',
            moments,
            ident: '12345678',
            notes: 'Gone',
          },
          calendar,
        ),
      `Force delete set on domain shop.test. Force Delete Type: Fast Track. Force Delete Start Date: 06.07.2010. ${dates}. Invalid ident 12345678. Gone`,
      undefined,
    ],
    [
      16,
      () => pollMessages.forceDeleteCancelled(name),
      'Force delete is cancelled on domain shop.test',
      undefined,
    ],
    [
      17,
      () => pollMessages.redemptionStarted(name, at('2010-07-21'), 45, calendar),
      'For domain shop.test started 45-days redemption grace period, ForceDelete will be in effect from 2010-07-21 00:00:00 +0300',
      undefined,
    ],
    [
      18,
      () => pollMessages.clientHoldSet(name, moments, calendar),
      `clientHold status set on domain shop.test. ${dates}`,
      undefined,
    ],
    [
      19,
      () => pollMessages.contactArchived('A:1', 6),
      'Contact with code A:1 has been archieved because it has been orphaned for longer than 6 months.',
      undefined,
    ],
    [21, () => pollMessages.statusSet(name, 'serverHold'), 'serverHold set on domain shop.test', undefined],
    [
      21,
      () => pollMessages.statusCancelled(name, 'serverHold'),
      'serverHold is cancelled on domain shop.test',
      undefined,
    ],
  ])('number %i', (_number, write, text, attached) => {
    const message = write();
    expect(message.text).toBe(text);
    expect(message.attachedObjType).toBe(attached);
    expect(message.kind).toMatch(/^[a-z_]+$/);
  });

  it('a transferred domain without contacts still has its sentence', () => {
    expect(pollMessages.transferApproved(name, 'john-001', []).text).toContain(
      'registrant john-001 and contacts .',
    );
  });

  it('an invalid company without notes leaves no blank at the end', () => {
    const { text } = pollMessages.forceDeleteSetOnInvalidCompany(
      { domain: name, forceDelete: 'soft', start: '2010-07-06', moments, ident: '1', notes: '' },
      calendar,
    );
    expect(text).toMatch(/Force Delete Type: Soft\..*Invalid ident 1\.$/);
  });
});
