import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { CheckedCallers } from '#src/apis/access/checked-callers.ts';
import { anonymous, type RegistrarActor } from '#src/base/actor.ts';
import { alpha, basic } from '../../support/world.ts';

const trust = {
  proxies: ['10.0.0.0/8'],
  address: 'x-forwarded-for',
  certificate: 'x-cert',
  commonName: 'x-name',
} as const;
const from = (address: string, headers: Record<string, string> = {}): IncomingMessage =>
  ({ headers, socket: { remoteAddress: address } }) as unknown as IncomingMessage;
const user: RegistrarActor = {
  kind: 'registrar',
  userId: 1,
  username: 'alpha',
  roles: ['super'],
  registrarId: 7,
  registrarCode: 'ALPHA',
};

describe('the line in which a request waits', () => {
  it('is that of its network address, whatever its header says, until that was checked', () => {
    const callers = new CheckedCallers(trust);
    const ofHeader = (authorization: string) => callers.ownerOf(from('192.0.2.1', { authorization }));
    expect(new Set([basic('a', 'b'), basic('c', 'd'), 'Bearer x', alpha].map(ofHeader))).toEqual(
      new Set(['192.0.2.1']),
    );
    expect(callers.ownerOf(from('2001:db8::1'))).toBe(callers.ownerOf(from('2001:db8::2')));
  });

  it('is that of the registrar, from anywhere, once it was, and no longer when it is refused', () => {
    const callers = new CheckedCallers(trust);
    const request = from('192.0.2.1', { authorization: alpha });
    callers.answered(request, user, 200);
    expect(callers.ownerOf(from('198.51.100.1', { authorization: alpha }))).toBe('registrar:7');
    // Refused for another reason, before anybody has looked at it.
    callers.answered(request, anonymous, 503);
    expect(callers.ownerOf(request)).toBe('registrar:7');
    callers.answered(request, anonymous, 401);
    expect(callers.ownerOf(request)).toBe('192.0.2.1');
  });

  it('is that of the client behind a trusted proxy, and never one that a client claims', () => {
    const callers = new CheckedCallers(trust);
    const forwarded = { 'x-forwarded-for': '203.0.113.5, 198.51.100.7, 10.0.0.2' };
    expect(callers.ownerOf(from('10.0.0.1', forwarded))).toBe('198.51.100.7');
    expect(callers.ownerOf(from('192.0.2.1', forwarded))).toBe('192.0.2.1');
  });
});
