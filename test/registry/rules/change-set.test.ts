import { describe, expect, it } from 'vitest';
import { mostChanges, readChanges } from '#src/registry/rules/domain/change-set.ts';

const rowsOf = (csv: string) => {
  const read = readChanges(csv);
  return read.ok ? read.rows : read.failures.map(({ message }) => message);
};
const placesIn = (csv: string) => {
  const read = readChanges(csv);
  return read.ok ? [] : read.failures.map(({ details }) => [details?.line, details?.column]);
};

describe('a file of changes', () => {
  it('has one row for each change, in columns of any order', () => {
    expect(
      rowsOf(
        [
          'domain,action,period,expires_on,nameservers,registrant,verified,admins,techs,transfer_code',
          'TAMM.ee,renew,1Y,2026-12-31',
          'xn--krvits-pxa.ee,nameservers,,,ns1.hosting.example ns2.tamm.ee=192.0.2.1=2001:db8::1',
          'kask.ee,contacts,,,,ALPHA:ILVES,yes,ALPHA:A ALPHA:B,none',
          'kuusk.ee,transfer,,,,,,,,"with, a ""comma"""',
        ].join('\n'),
      ),
    ).toEqual([
      { line: 2, action: 'renew', name: 'tamm.ee', months: 12, expiresOn: '2026-12-31' },
      {
        line: 3,
        action: 'nameservers',
        name: 'kõrvits.ee',
        nameservers: [
          { hostname: 'ns1.hosting.example' },
          { hostname: 'ns2.tamm.ee', ipv4: ['192.0.2.1'], ipv6: ['2001:db8::1'] },
        ],
      },
      {
        line: 4,
        action: 'contacts',
        name: 'kask.ee',
        registrant: 'ALPHA:ILVES',
        verified: true,
        admins: ['ALPHA:A', 'ALPHA:B'],
        techs: [],
      },
      { line: 5, action: 'transfer', name: 'kuusk.ee', transferCode: 'with, a "comma"' },
    ]);
  });

  it('is read as spreadsheets write it: with a mark at the beginning, semicolons, blank lines, other line ends', () => {
    expect(rowsOf('\ufeffaction;domain;period\r\n\r\nrenew;a.ee;3m\r\n;;\r\nrenew;b.ee;9m')).toEqual([
      { line: 3, action: 'renew', name: 'a.ee', months: 3 },
      { line: 5, action: 'renew', name: 'b.ee', months: 9 },
    ]);
  });

  it.each([
    ['', [[1, 1]]],
    ['action,domain,period', [[2, 1]]],
    ['action,domain,periods\nrenew,a.ee,1y', [[1, 3]]],
    ['action,period\nrenew,1y', [[1, 3]]],
    ['action,domain,domain\nrenew,a.ee', [[1, 3]]],
    ['action,domain,period\nrenew,a.ee,2m', [[2, 3]]],
    [
      'action,domain,period\nrenew,,1y\nbuy,a.ee,1y',
      [
        [2, 2],
        [3, 1],
      ],
    ],
    ['action,domain,period\nrenew,a.ee,1y,more', [[2, 4]]],
    ['action,domain,period\nrenew,a.ee', [[2, 3]]],
    ['action,domain,period,techs\nrenew,a.ee,1y,ALPHA:A', [[2, 4]]],
    ['action,domain,period,expires_on\nrenew,a.ee,1y,31.12.2026', [[2, 4]]],
    ['action,domain,verified\ncontacts,a.ee,yes', [[2, 4]]],
    ['action,domain,period\nrenew,a.ee,1y\nrenew,A.ee,1y', [[3, 2]]],
    ['action,domain,period,transfer_code\nrenew,a.ee,1y\ntransfer,a.ee,,code', [[3, 2]]],
    ['action,domain,period\nrenew,a.ee,"1y', [[2, 3]]],
    ['action,domain,period\nrenew,"a.ee"b,1y', [[2, 2]]],
    ['action,domain,nameservers\nnameservers,a.ee,"ns1.example\nns2.example"\nrenew,b.ee,', [[4, 4]]],
  ])('with a mistake has no rows, and tells its line and column: %j', (csv, places) => {
    expect(placesIn(csv)).toEqual(places);
  });

  it('says in words what is wrong, and where', () => {
    expect(rowsOf('action,domain,period\nrenew,a.ee,2m')).toEqual([
      'Line 2, column 3 (period): a period is 3m, 6m, 9m or 1y to 10y',
    ]);
  });

  it('reports the first twenty mistakes, and how many more there are', () => {
    const said = rowsOf(`action,domain,period\n${'renew,a.ee,never\n'.repeat(30)}`);
    expect(said).toHaveLength(21);
    expect(said.at(-1)).toBe('The file has 10 more mistakes');
  });

  it('with very many columns is refused for that alone', () => {
    expect(rowsOf(`${'x,'.repeat(500_000)}\nrenew,a.ee`)).toEqual([
      'Line 1, column 11: there are only 10 columns',
    ]);
  });

  it('never says what stands in a cell: it may be a transfer code', () => {
    const files = [
      'secret-code,domain\nrenew,a.ee',
      'action,domain\nsecret-code,a.ee',
      'action,domain,period\nrenew,secret-code x,secret-code',
    ];
    for (const csv of files) {
      expect(placesIn(csv)).not.toEqual([]);
      expect(JSON.stringify(rowsOf(csv))).not.toContain('secret-code');
    }
  });

  it('shows the line of a cell behind one with several lines, whatever ends them', () => {
    expect(placesIn('action,nameservers,domain\nnameservers,"ns1.example\r\nns2.example",\n')).toEqual([
      [3, 3],
    ]);
    expect(placesIn('action,domain,period\rrenew,a.ee,1y\rrenew,b.ee,2m\r')).toEqual([[3, 3]]);
    expect(placesIn('action,domain,transfer_code\ntransfer,a.ee,a\u0000b\n')).toEqual([[2, 3]]);
  });

  it('names at most 20 contacts in a cell, and 5,000 different ones altogether', () => {
    const codes = (row: number, count: number) =>
      Array.from({ length: count }, (_, n) => `A:${row}-${n}`).join(' ');
    expect(placesIn(`action,domain,techs\ncontacts,a.ee,${codes(0, 21)}`)).toEqual([[2, 3]]);
    const rows = Array.from({ length: 251 }, (_, row) => `contacts,a${row}.ee,${codes(row, 20)}`);
    expect(placesIn(`action,domain,techs\n${rows.slice(0, 250).join('\n')}`)).toEqual([]);
    expect(placesIn(`action,domain,techs\n${rows.join('\n')}`)).toEqual([[252, 1]]);
  });

  it('has at most 5,000 rows', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, n) => `renew,a${n}.ee,1y`).join('\n');
    expect(rowsOf(`action,domain,period\n${rows(mostChanges)}`)).toHaveLength(mostChanges);
    expect(rowsOf(`action,domain,period\n${rows(mostChanges + 1)}`)).toEqual([
      `Line ${mostChanges + 2}, column 1: a file may have at most ${mostChanges} rows`,
    ]);
  });
});
