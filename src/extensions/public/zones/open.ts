import type { OpenParts, Running } from '../../../apis/extension-points.ts';
import { publicSettings } from '../settings.ts';
import { ZoneFiles } from './zone-files.ts';

/** Keeps the files of zones up to date in processes with `ZONE_DIR`. */
export function openZoneFiles(parts: OpenParts): Running | undefined {
  const { ZONE_DIR: directory, ZONE_HOOK: hook } = publicSettings.of(parts.config);
  const files = directory === undefined ? undefined : new ZoneFiles({ ...parts, directory, hook });
  parts.metrics.gauge(
    'zonegraph_zone_files_lag_seconds',
    'How long changes of zones have been waiting to be written to their files',
    () => files?.lagSeconds ?? 0,
  );
  parts.metrics.gauge(
    'zonegraph_zone_hooks_failing',
    'Zone files after whose writing the command of ZONE_HOOK has failed',
    () => files?.unannounced ?? 0,
  );
  return (
    files && { work: (_, held) => files.write(held), start: () => files.start(), stop: () => files.stop() }
  );
}
