import type { Extension } from '../../apis/extension-points.ts';
import { zoneFilesJob } from '../../registry/operations/lifecycle/jobs.ts';
import { mountRdap, undecodableLookup } from './rdap/mount.ts';
import { publicSettings, servesRdap } from './settings.ts';
import { openZoneFiles } from './zones/open.ts';

export const extension: Extension = {
  name: 'public',
  about: 'RDAP and zone files, for everybody.',
  jobs: (config) => (publicSettings.of(config).ZONE_DIR === undefined ? [] : [zoneFilesJob]),
  open: openZoneFiles,
  mount: mountRdap,
  undecodable: (path, config) =>
    servesRdap(config) && `${path}/`.startsWith('/rdap/') ? undecodableLookup : undefined,
};
