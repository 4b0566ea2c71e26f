import { z } from 'zod';
import { settingTexts } from '../../rules/domain/domain-settings.ts';
import { type Db, defineQuery } from '../operation.ts';
import { registrySettings } from '../settings.ts';

export interface Setting {
  readonly name: string;
  readonly value: string;
}

export const settingsNow = async (db: Db): Promise<Setting[]> =>
  Array.from(settingTexts(await registrySettings(db)), ([name, value]) => ({ name, value }));

/**
 * Lists every setting of the registry for operators, with its present value as text. Settings that were never set
 * show their default (docs/rules/registrar.md#settings).
 */
export const listSettings = defineQuery({
  name: 'setting.list',
  summary: 'Lists the settings of the registry as they are now.',
  permits: ['operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: z.object({}),
  errors: [],
  graphql: 'Query.settings',
  run: ({ db }): Promise<Setting[]> => settingsNow(db),
});
