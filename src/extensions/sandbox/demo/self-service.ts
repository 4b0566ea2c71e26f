import { nameOf } from '../../../base/actor.ts';
import type { CallerInterface } from '../../../registry/rules/registrar/allowed-ips.ts';
import { readCertificate } from '../../../registry/rules/registrar/certificates.ts';
import { insertAllowedIp } from '../../../registry/store/registry/allowed-ips.ts';
import { apiUserByName, updateApiUser } from '../../../registry/store/registry/api-users.ts';
import { insertCertificate } from '../../../registry/store/registry/certificates.ts';
import { type Demo, daysFrom, operator } from './world.ts';

/** A certificate and two signing requests, only for display: their private keys were discarded. */
const signedRequest = `-----BEGIN CERTIFICATE REQUEST-----
MIHwMIGXAgEAMDUxCzAJBgNVBAYTAkVFMRYwFAYDVQQKDA1BbHBoYSBEb21haW5z
MQ4wDAYDVQQDDAVhbHBoYTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHqgefLM
vJ6UMPWQ9+e7gq6ASo5+G/Ubu09IiZ7ANBp+fGS3fD+QiinzkIyyR3utnzi95mxk
Au3Ox5ZXT5tk7vKgADAKBggqhkjOPQQDAgNIADBFAiAxj1n0MteP8tGHBINq4l4i
Qjm7/apxJ3nIKLYh05Dc1gIhAMrQbVpQ9wGM3avbxVOn+ZRnHeDcK1tuNax6+UYM
30JI
-----END CERTIFICATE REQUEST-----
`;
const certificate = `-----BEGIN CERTIFICATE-----
MIIBXTCCAQMCAgPpMAoGCCqGSM49BAMCMD0xCzAJBgNVBAYTAkVFMRkwFwYDVQQK
DBBTYW5kYm94IHJlZ2lzdHJ5MRMwEQYDVQQDDApTYW5kYm94IENBMCAXDTI2MTEx
NTIwMjAwM1oYDzIxMjYxMDIyMjAyMDAzWjA1MQswCQYDVQQGEwJFRTEWMBQGA1UE
CgwNQWxwaGEgRG9tYWluczEOMAwGA1UEAwwFYWxwaGEwWTATBgcqhkjOPQIBBggq
hkjOPQMBBwNCAAR6oHnyzLyelDD1kPfnu4KugEqOfhv1G7tPSImewDQafnxkt3w/
kIop85CMskd7rZ84veZsZALtzseWV0+bZO7yMAoGCCqGSM49BAMCA0gAMEUCIQCP
lRJ0nhWDazy8HNLCCQ8ekHqoU7NMuIMIJUnaGfEz0gIgeeKKQjY3ybA4X3qo2Y9m
dbGLBw28GptThybRFJ2cfNY=
-----END CERTIFICATE-----
`;
const openRequest = `-----BEGIN CERTIFICATE REQUEST-----
MIHzMIGbAgEAMDkxCzAJBgNVBAYTAkVFMRYwFAYDVQQKDA1BbHBoYSBEb21haW5z
MRIwEAYDVQQDDAlhbHBoYS1lcHAwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARm
JHF6Tx6mvfbImvBpeg9eOSKzhGuYN87YZcJxTk82D4Y/9AKA6/yed+LOKK3CptG6
UALIQwvpN8gp5L+gxDDHoAAwCgYIKoZIzj0EAwIDRwAwRAIgDtQY0zqloOSdCKDh
1Cf8erowd5+ifp4tNGymE7TlI08CIGai2qRpPnMIzD6Bsvv7+oOBnvWh8ojUDNsy
wCrM7OXZ
-----END CERTIFICATE REQUEST-----
`;

const personOfBoth = '47101010033';

/** The requests of ALPHA's super user: addresses and certificates, some active and some pending. */
export async function seedSelfService(world: Demo): Promise<void> {
  const { db, registrars } = world;
  const by = nameOf(registrars.ALPHA);
  const since = (days: number, updatedBy = by) => {
    const at = daysFrom(world, -days);
    return { created_by: by, updated_by: updatedBy, created_at: at, updated_at: at };
  };
  const addresses: readonly (readonly [string, CallerInterface[], boolean])[] = [
    ['192.0.2.0/28', ['api'], true],
    ['2001:db8:a::/64', ['api', 'registrar'], true],
    ['198.51.100.7', ['api'], false],
  ];
  for (const [index, [network, interfaces, committed]] of addresses.entries())
    await insertAllowedIp(db, {
      registrar_id: registrars.ALPHA.registrarId,
      network,
      interfaces,
      committed,
      ...since(200 - 90 * index, committed ? nameOf(operator) : by),
    });
  // One person is a user of both registrars and can switch between them.
  for (const username of ['alpha', 'beta'])
    await updateApiUser(db, (await apiUserByName(db, username))?.id ?? 0, {
      identity_code: personOfBoth,
      subject: personOfBoth,
    });
  const signed = readCertificate(certificate);
  for (const { username, csr, crt, days } of [
    { username: 'alpha', csr: signedRequest, crt: signed, days: 190 },
    { username: 'alpha-epp', csr: openRequest, crt: undefined, days: 2 },
  ])
    await insertCertificate(db, {
      api_user_id: (await apiUserByName(db, username))?.id ?? 0,
      interface: 'registrar',
      csr,
      crt: crt?.pem ?? null,
      sha256: crt?.sha256 ?? null,
      serial: crt?.serial ?? null,
      expires_at: crt?.notAfter ?? null,
      common_name: username,
      revoked_at: null,
      revoked_reason: null,
      ...since(days, crt ? nameOf(operator) : by),
    });
}
