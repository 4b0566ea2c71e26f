import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { defaultSettings, settingTexts } from '#src/registry/rules/domain/domain-settings.ts';
import { pollMessages } from '#src/registry/rules/registrar/poll-messages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
const sources = filesIn('src').map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}));

const uses = (key: string, home: string): boolean =>
  sources.some(({ file, text }) => file !== home && text.includes(key));

it('has no setting that nothing reads', () => {
  const home = 'src/registry/rules/domain/domain-settings.ts';
  const names = [...settingTexts(defaultSettings).keys()];
  const dead = Object.keys(defaultSettings).filter(
    (key, place) => !uses(key, home) && !uses(`'${names[place]}'`, home),
  );
  expect(dead).toEqual([]);
});

it('has no poll message that nothing sends', () => {
  const home = 'src/registry/rules/registrar/poll-messages.ts';
  expect(Object.keys(pollMessages).filter((key) => !uses(`pollMessages.${key}`, home))).toEqual([]);
});
