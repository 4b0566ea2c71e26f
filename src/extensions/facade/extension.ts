import type { Extension } from '../../apis/extension-points.ts';
import './graph/queries.ts';
import { openUpstream } from './upstream.ts';

export const facade: Extension = {
  name: 'facade',
  about: 'Stands in front of another registry, with a mirror of it.',
  upstream: openUpstream,
};
