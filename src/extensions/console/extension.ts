import type { Extension } from '../../apis/extension-points.ts';
import { mountOperatorConsole } from './pages/mount.ts';

export const console: Extension = {
  name: 'console',
  about: "/operator for people who run the registry, work on many objects, people's data.",
  needs: ['kit'],
  mount: mountOperatorConsole,
};
