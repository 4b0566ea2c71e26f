import { setSetting } from '../../operations/operator/set-setting.ts';
import { defineMutation } from '../mutation.ts';
import { SettingRef } from './type.ts';

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
