import { listSettings, type Setting } from '../../operations/operator/list-settings.ts';
import { setSetting } from '../../operations/operator/set-setting.ts';
import { defaultSettings, settingTexts } from '../../rules/domain-settings.ts';
import { builder } from '../builder.ts';
import { defineMutation } from '../mutation.ts';
import { runList } from '../run.ts';

const defaults = settingTexts(defaultSettings);

const SettingRef = builder.objectRef<Setting>('Setting').implement({
  description: 'A setting of the registry.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, such as redemption_grace_period.' }),
    value: t.exposeString('value', { description: 'Its value as text.' }),
    defaultValue: t.string({
      description: 'What it is when nobody has set it.',
      resolve: ({ name, value }) => defaults.get(name) ?? value,
    }),
  }),
});

builder.queryField('settings', (t) =>
  t.field({
    type: [SettingRef],
    nullable: true,
    description: listSettings.summary,
    resolve: (_, __, context) => runList(context, listSettings, {}),
  }),
);

defineMutation('settingSet', {
  operation: setSetting,
  input: (t) => ({
    name: t.string({ required: true, description: 'Which setting.' }),
    value: t.string({ required: true, description: 'A whole number, or true or false, as text.' }),
  }),
  translate: ({ name, value }) => ({ name, value }),
  show: async (_, setting) => setting,
  payload: (t) => ({
    setting: t.field({
      type: SettingRef,
      nullable: true,
      description: 'The setting as it is now.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
