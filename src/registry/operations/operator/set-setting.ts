import { z } from 'zod';
import { refuseWith } from '../../../base/errors.ts';
import { parseSetting, settingTexts } from '../../rules/domain/domain-settings.ts';
import { putSetting } from '../../store/registry/settings.ts';
import { text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';

/**
 * Changes a setting of the registry for an operator: parses the text and checks it against the other settings, then
 * stores it with history. Every process uses the new value at once (docs/rules/registrar.md#settings).
 */
export const setSetting = defineCommand({
  name: 'setting.set',
  summary: 'Changes a setting of the registry.',
  permits: ['operator'],
  operators: 'ADMIN',
  scope: 'SIGN_IN',
  input: z.object({
    name: text('The name of the setting, as settings lists it.'),
    value: text(
      'The new value as text: days and counts as whole numbers ("30"), switches as "true" or "false".',
    ),
  }),
  errors: ['PARAMETER_VALUE_RANGE', 'PARAMETER_VALUE_SYNTAX', 'OBJECT_DOES_NOT_EXIST'],
  graphql: 'Mutation.settingSet',
  run: async ({ db, now, record, publish }, { name, value }) => {
    const current = await registrySettings(db);
    const parsed = parseSetting(name, value, current);
    if (!parsed.ok) return refuseWith(parsed.failure);
    await putSetting(db, name, parsed.text, now);
    // Settings have no id: history identifies them by name.
    record({
      type: 'setting',
      id: 0,
      key: name,
      before: { name, value: settingTexts(current).get(name) },
      after: { name, value: parsed.text },
    });
    publish('setting', name);
    return { name, value: parsed.text };
  },
});
