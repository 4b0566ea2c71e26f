import type { Setting } from '../../../registry/operations/operator/list-settings.ts';
import { defaultSettings, settingTexts } from '../../../registry/rules/domain/domain-settings.ts';
import { builder } from '../builder.ts';

const defaults = settingTexts(defaultSettings);

export const SettingRef = builder.objectRef<Setting>('Setting').implement({
  description: 'A rule of the registry that its operator can change.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'The name of the setting, such as redemption_grace_period (days).',
    }),
    value: t.exposeString('value', { description: 'What it is now, as text: "30", "true".' }),
    defaultValue: t.string({
      description: 'The value as long as no operator has set another.',
      resolve: ({ name, value }) => defaults.get(name) ?? value,
    }),
  }),
});
