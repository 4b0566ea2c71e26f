import { z } from 'zod';
import type { Config } from '../../base/config.ts';
import { optionalText } from '../../base/config-values.ts';
import { declareSettings } from '../../base/settings.ts';

export const publicSettings = declareSettings(
  { RDAP: z.enum(['on', 'off']).optional(), ZONE_DIR: optionalText, ZONE_HOOK: optionalText },
  ({ ZONE_DIR, ZONE_HOOK }) => [...(ZONE_HOOK && !ZONE_DIR ? ['ZONE_HOOK counts only with ZONE_DIR'] : [])],
);

/**
 * Tells whether /rdap is served: by default not in front of another registry, whose public data is its own matter.
 */
export const servesRdap = (config: Config): boolean =>
  (publicSettings.of(config).RDAP ?? (config.ownsRegistry ? 'on' : 'off')) === 'on';
