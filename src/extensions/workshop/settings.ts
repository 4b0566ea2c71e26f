import { originList } from '../../base/config-values.ts';
import { declareSettings } from '../../base/settings.ts';

export const workshopSettings = declareSettings({ EMBED_ORIGINS: originList.default([]) });
