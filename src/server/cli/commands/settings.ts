import { type Command, table } from '../../../base/command.ts';

interface Setting {
  readonly name: string;
  readonly value: string;
  readonly defaultValue: string;
  readonly unit: string | null;
  readonly about: string;
}

export const settings: Command = {
  name: 'settings',
  summary: 'print the settings: what each decides, in what unit, and what it is now',
  options: {},
  details: 'settingSet --name <name> --value <value> changes one.',
  run: async ({ registry, print }) => {
    const { settings } = await (await registry(true)).ask<{ settings: readonly Setting[] }>(
      '{ settings { name value defaultValue unit about } }',
      {},
    );
    print(
      table([
        ['setting', 'value', 'default', 'unit', 'what it decides'],
        ...settings.map(({ name, value, defaultValue, unit, about }) => [
          name,
          value,
          defaultValue,
          unit ?? '',
          about,
        ]),
      ]),
    );
  },
};
