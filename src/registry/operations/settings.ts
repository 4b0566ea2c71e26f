import { type RegistrySettings, settingsFrom } from '../rules/domain/domain-settings.ts';
import type { Db } from '../store/driver/connections/pool.ts';
import { storedSettings } from '../store/registry/settings.ts';

/** The registry's settings as they are now (docs/rules/registrar.md#settings). */
export async function registrySettings(db: Db): Promise<RegistrySettings> {
  return settingsFrom(Array.from(await storedSettings(db), ([name, value]) => ({ name, value })));
}
