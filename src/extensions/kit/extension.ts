import type { Extension } from '../../apis/extension-points.ts';
import { mountAssets } from './assets.ts';
import { mountIcons } from './icons.ts';
import { sendNotFoundPage } from './page.ts';
import { sendReadinessPage } from './readiness.ts';

export const extension: Extension = {
  name: 'kit',
  about: 'Page parts that other extensions share: HTML, frame, style sheet, icons.',
  mount: (app) => {
    mountAssets(app);
    mountIcons(app);
  },
  notFoundPage: sendNotFoundPage,
  readinessPage: sendReadinessPage,
};
