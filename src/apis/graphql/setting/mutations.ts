import { setSetting } from '../../../registry/operations/operator/set-setting.ts';
import { defineMutation } from '../mutation.ts';
import { result } from '../payload.ts';
import { SettingRef } from './type.ts';

defineMutation(setSetting, {
  show: async (_, setting) => setting,
  payload: result('setting', SettingRef, 'The setting after the change'),
});
