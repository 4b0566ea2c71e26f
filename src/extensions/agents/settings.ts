import { z } from 'zod';
import type { Config } from '../../base/config.ts';
import { duration, onOrOff } from '../../base/config-values.ts';
import { declareSettings } from '../../base/settings.ts';

export const agentsSettings = declareSettings({
  AGENTS: z.enum(['on', 'off']).optional(),
  OAUTH: onOrOff,
  OAUTH_REGISTRATION: onOrOff,
  OAUTH_ACCESS_FOR: duration(60_000).default(60 * 60_000),
  OAUTH_REFRESH_FOR: duration(60_000).default(30 * 24 * 60 * 60_000),
});

/** Tells whether /mcp is served: by default where everybody may try it. */
export const isForAgents = (config: Config): boolean =>
  (agentsSettings.of(config).AGENTS ?? (config.isTrial ? 'on' : 'off')) === 'on';

/** Tells whether apps sign registrars' users in. */
export const isForApps = (config: Config): boolean => agentsSettings.of(config).OAUTH === 'on';
