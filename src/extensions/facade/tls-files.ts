import { readFileSync } from 'node:fs';
import { ConfigError } from '../../base/config.ts';
import type { UpstreamConfig } from './upstream-config.ts';

/** Reads the client certificate, its key and the certificate authority for connections to the registry. */
export function filesOf({ certificate, key, authority }: UpstreamConfig): {
  cert?: Buffer;
  key?: Buffer;
  ca?: Buffer;
} {
  return {
    ...(certificate && { cert: fileOf('UPSTREAM_CLIENT_CERT', certificate) }),
    ...(key && { key: fileOf('UPSTREAM_CLIENT_KEY', key) }),
    ...(authority && { ca: fileOf('UPSTREAM_CA', authority) }),
  };
}

function fileOf(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigError([`${name} cannot be read: ${(error as Error).message}`]);
  }
}
