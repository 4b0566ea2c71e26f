import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The files of a certificate: itself and its key, in PEM. */
export interface Issued {
  readonly certificate: string;
  readonly key: string;
}

/** A certificate authority of the test's own, made by openssl in a folder that `remove` takes away. */
export class Authority {
  readonly folder = mkdtempSync(join(tmpdir(), 'zonegraph-authority-'));
  /** What clients are told to trust. */
  readonly certificate = join(this.folder, 'ca.pem');
  readonly #key = join(this.folder, 'ca.key');

  constructor(name = 'Test authority') {
    this.#openssl(
      ...['req', '-x509', '-nodes', '-days', '2', '-subj', `/CN=${name}`, ...newKey],
      ...['-keyout', this.#key, '-out', this.certificate],
    );
  }

  /** For a server (`DNS:localhost`, `IP:127.0.0.1`), or, without names, for a client. */
  issue(commonName: string, ...names: readonly string[]): Issued {
    const path = join(this.folder, commonName.replaceAll(/\W/g, '-'));
    const issued = { certificate: `${path}.pem`, key: `${path}.key` };
    const request = `${path}.csr`;
    const extensions = `${path}.cnf`;
    const usage = names.length > 0 ? 'serverAuth' : 'clientAuth';
    const subject = names.length > 0 ? `\nsubjectAltName = ${names.join(',')}` : '';
    writeFileSync(extensions, `extendedKeyUsage = ${usage}${subject}\n`);
    this.#openssl(
      ...['req', '-nodes', '-subj', `/CN=${commonName}`, ...newKey],
      ...['-keyout', issued.key, '-out', request],
    );
    this.#openssl(
      ...['x509', '-req', '-days', '2', '-in', request, '-CA', this.certificate, '-CAkey', this.#key],
      ...['-CAcreateserial', '-extfile', extensions, '-out', issued.certificate],
    );
    return issued;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #openssl(...args: readonly string[]): void {
    execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  }
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
