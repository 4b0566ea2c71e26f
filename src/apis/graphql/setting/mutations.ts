import { setSetting } from '../../../registry/operations/operator/set-setting.ts';
import { defineMutation } from '../mutation.ts';
import { result } from '../payload.ts';
import { SettingRef, settingNode } from './type.ts';

defineMutation(setSetting, {
  show: async (_, setting) => settingNode(setting),
  payload: result('setting', SettingRef, 'The setting after the change'),
});
