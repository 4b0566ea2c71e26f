import {
  listSettings,
  type Setting,
  settingsNow,
} from '../../../registry/operations/operator/list-settings.ts';
import { setSetting } from '../../../registry/operations/operator/set-setting.ts';
import { defaultSettings, settingTexts } from '../../../registry/rules/domain/domain-settings.ts';
import { type SettingText, settingDescriptions } from '../../../registry/rules/domain/setting-texts.ts';
import { builder } from '../builder.ts';
import { defineMutation } from '../mutation.ts';
import { result } from '../payload.ts';
import { namedNode } from '../row-node.ts';
import { runList } from '../run.ts';

const texts: ReadonlyMap<string, SettingText> = new Map(Object.entries(settingDescriptions));
const textOf = (name: string): SettingText => texts.get(name) ?? { about: name, unit: null };
const defaults = settingTexts(defaultSettings);

type SettingNode = Setting & { readonly id: string };

const settingNode = (setting: Setting): SettingNode => ({ id: setting.name, ...setting });

const SettingRef = namedNode<SettingNode>('Setting', async ({ database }) =>
  (await settingsNow(database.db)).map(settingNode),
);

SettingRef.implement({
  description: 'A rule of the registry that its operator can change.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'The name of the setting, such as redemption_grace_period (days).',
    }),
    value: t.exposeString('value', { description: 'What it is now, as text: "30", "true".' }),
    about: t.string({
      description: 'What it decides, in a sentence.',
      resolve: ({ name }) => textOf(name).about,
    }),
    unit: t.string({
      nullable: true,
      description: 'Its unit, such as days, months or EUR; null if it is not a number.',
      resolve: ({ name }) => textOf(name).unit,
    }),
    defaultValue: t.string({
      description: 'The value as long as no operator has set another.',
      resolve: ({ name, value }) => defaults.get(name) ?? value,
    }),
  }),
});

builder.queryField('settings', (t) =>
  t.field({
    type: [SettingRef],
    nullable: true,
    description: listSettings.summary,
    resolve: async (_, __, context) => (await runList(context, listSettings, {})).map(settingNode),
  }),
);

defineMutation(setSetting, {
  show: async (_, setting) => settingNode(setting),
  payload: result('setting', SettingRef, 'The setting after the change'),
});
