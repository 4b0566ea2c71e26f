import type { Extension, Listed } from '../apis/extension-points.ts';
import type { Additions } from '../base/config.ts';
import { agentsSettings } from './agents/settings.ts';
import { facadeMode, facadeSettings } from './facade/settings.ts';
import { publicSettings } from './public/settings.ts';
import { sandboxMode, sandboxSecrets, sandboxSettings } from './sandbox/settings.ts';
import { workshopSettings } from './workshop/settings.ts';

/**
 * The extensions of this repository, in the order of the documentation. Only their settings, and their commands
 * for the command line, are read before they are chosen: one that is left out is not imported.
 */
export const listed: readonly Listed[] = [
  { name: 'kit', load: () => import('./kit/extension.ts') },
  { name: 'site', load: () => import('./site/extension.ts') },
  { name: 'workshop', settings: workshopSettings, load: () => import('./workshop/extension.ts') },
  {
    name: 'console',
    commands: () => import('./console/people/command.ts'),
    load: () => import('./console/extension.ts'),
  },
  { name: 'agents', settings: agentsSettings, load: () => import('./agents/extension.ts') },
  {
    name: 'facade',
    settings: facadeSettings,
    mode: facadeMode,
    commands: () => import('./facade/command-line.ts'),
    load: () => import('./facade/extension.ts'),
  },
  {
    name: 'sandbox',
    settings: sandboxSettings,
    mode: sandboxMode,
    commands: () => import('./sandbox/command-line.ts'),
    load: () => import('./sandbox/extension.ts'),
  },
  {
    name: 'public',
    settings: publicSettings,
    commands: () => import('./public/zones/command.ts'),
    load: () => import('./public/extension.ts'),
  },
];

/** The secrets with which no production starts. */
export const published: Additions['published'] = sandboxSecrets;

/** Imports one that is not listed here. */
export const fromOutside = async (name: string): Promise<Extension> =>
  (await import('./from-outside.ts')).fromOutside(name, listed);
