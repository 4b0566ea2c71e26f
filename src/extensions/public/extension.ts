import type { Extension } from '../../apis/extension-points.ts';
import { mountRdap, undecodableLookup } from './rdap/mount.ts';
import { servesRdap } from './settings.ts';

export const extension: Extension = {
  name: 'public',
  about: 'RDAP and zone files, for everybody.',
  mount: mountRdap,
  undecodable: (path, config) =>
    servesRdap(config) && `${path}/`.startsWith('/rdap/') ? undecodableLookup : undefined,
};
