import { type RegistrySettings, settingsFrom } from '../rules/domain-settings.ts';
import type { Db } from '../store/database.ts';
import { storedSettings } from '../store/settings.ts';

/** The registry's settings as they are now (reference/registrar.md 13). */
export async function registrySettings(db: Db): Promise<RegistrySettings> {
  return settingsFrom(Array.from(await storedSettings(db), ([name, value]) => ({ name, value })));
}
