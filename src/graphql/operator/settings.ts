import { listSettings, type Setting } from '../../operations/operator/list-settings.ts';
import { setSetting } from '../../operations/operator/set-setting.ts';
import { defaultSettings, settingTexts } from '../../rules/domain/domain-settings.ts';
import { builder } from '../builder.ts';
import { defineMutation } from '../mutation.ts';
import { runList } from '../run.ts';

const defaults = settingTexts(defaultSettings);

const SettingRef = builder.objectRef<Setting>('Setting').implement({
  description: 'A rule of the registry that its operator can change.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'The name of the setting, such as redemption_grace_period (days).',
    }),
    value: t.exposeString('value', { description: 'What it is now, as text: "30", "true".' }),
    defaultValue: t.string({
      description: 'What it is as long as nobody changes it.',
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
    name: t.string({ required: true, description: 'The name of the setting, as settings lists it.' }),
    value: t.string({
      required: true,
      description:
        'The new value as text: days and counts as whole numbers ("30"), switches as "true" or "false".',
    }),
  }),
  translate: ({ name, value }) => ({ name, value }),
  show: async (_, setting) => setting,
  payload: (t) => ({
    setting: t.field({
      type: SettingRef,
      nullable: true,
      description: 'The setting after the change; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
