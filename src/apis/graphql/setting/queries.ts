import { listSettings } from '../../../registry/operations/operator/list-settings.ts';
import { builder } from '../builder.ts';
import { runList } from '../run.ts';
import { SettingRef, settingNode } from './type.ts';

builder.queryField('settings', (t) =>
  t.field({
    type: [SettingRef],
    nullable: true,
    description: listSettings.summary,
    resolve: async (_, __, context) => (await runList(context, listSettings, {})).map(settingNode),
  }),
);
