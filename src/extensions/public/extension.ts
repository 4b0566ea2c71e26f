import type { Extension } from '../../apis/extension-points.ts';
import { mountRdap, undecodableLookup } from './rdap/mount.ts';

export const publicData: Extension = {
  name: 'public',
  about: 'RDAP and zone files, for everybody.',
  mount: mountRdap,
  undecodable: (path, config) =>
    config.rdap && `${path}/`.startsWith('/rdap/') ? undecodableLookup : undefined,
};
