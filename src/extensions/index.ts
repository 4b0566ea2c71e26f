import type { Extension } from '../apis/extension-points.ts';
import { agents } from './agents/extension.ts';
import { console } from './console/extension.ts';
import { facade } from './facade/extension.ts';
import { kit } from './kit/extension.ts';
import { publicData } from './public/extension.ts';
import { sandbox } from './sandbox/extension.ts';
import { site } from './site/extension.ts';
import { workshop } from './workshop/extension.ts';

/** What is served beside the core; the only file that names the extensions. */
export const extensions: readonly Extension[] = [
  kit,
  workshop,
  site,
  console,
  agents,
  facade,
  sandbox,
  publicData,
];
