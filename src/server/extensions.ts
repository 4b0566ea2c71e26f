import {
  type Chosen,
  type CommandBeside,
  type Extension,
  inOrder,
  type Listed,
} from '../apis/extension-points.ts';
import { type Additions, ConfigError, readConfig } from '../base/config.ts';
import type { Given } from '../base/settings.ts';
import { commaList } from '../base/text.ts';
import { fromOutside, listed, published } from '../extensions/index.ts';

/**
 * Chooses extensions by `EXTENSIONS` (docs/operating.md#extensions): `all`, names, `-name` to leave one out, and
 * paths or packages of extensions from outside. Only those from outside are imported here, because their settings
 * must be known.
 */
export async function choose(env: Given): Promise<Chosen> {
  const { chosen, leftOut } = await divided(env);
  const additions: Additions = { extensions: chosen, leftOut, published };
  return {
    config: readConfig(env, additions),
    extensions: chosen,
    load: async () => {
      const loaded = await Promise.all(chosen.map((one) => one.load()));
      return orderOf(loaded.map(({ extension }) => extension));
    },
  };
}

interface Divided {
  readonly chosen: readonly Listed[];
  readonly leftOut: readonly Listed[];
}

async function divided(env: Given): Promise<Divided> {
  const names = namesIn(env);
  const outside: Listed[] = [];
  for (const name of names.outside) {
    const extension = await fromOutside(name);
    if (outside.some((one) => one.name === extension.name))
      throw new ConfigError([`EXTENSIONS names two extensions called ${extension.name}`]);
    outside.push({ ...extension, load: async () => ({ extension }) });
  }
  return {
    chosen: [...listed.filter(({ name }) => names.chosen.has(name)), ...outside],
    leftOut: listed.filter(({ name }) => !names.chosen.has(name)),
  };
}

/** A command of an extension, which `EXTENSIONS` may have left out. */
interface CommandOfExtension {
  readonly command: CommandBeside;
  readonly extension: string;
  readonly isLeftOut: boolean;
}

/** Imports the commands of extensions. In which modes a command works, it says itself. */
export async function commandsOfExtensions({ EXTENSIONS }: Given): Promise<readonly CommandOfExtension[]> {
  const { chosen, leftOut } = await divided({ EXTENSIONS });
  const found = [...chosen, ...leftOut].map(async (one) => {
    const { commands = [] } = (await one.commands?.()) ?? {};
    return commands.map((command) => ({
      command,
      extension: one.name,
      isLeftOut: leftOut.includes(one),
    }));
  });
  return (await Promise.all(found)).flat();
}

/** All of this repository, for what is made from the whole: generated files and tests. */
export const everything: Additions = { extensions: listed, leftOut: [], published };

export const loadEverything = async (): Promise<readonly Extension[]> =>
  inOrder((await Promise.all(listed.map((one) => one.load()))).map(({ extension }) => extension));

interface Names {
  readonly chosen: ReadonlySet<string>;
  readonly outside: readonly string[];
}

function namesIn(env: Given): Names {
  const chosen = new Set<string>();
  const outside: string[] = [];
  const words = commaList(env.EXTENSIONS ?? 'all');
  // `EXTENSIONS=-console` leaves one out of all, also beside one from outside.
  const ours = words.filter((word) => !isFromOutside(word) || word.startsWith('-'));
  if (ours.length > 0 && ours.every((word) => word.startsWith('-'))) words.unshift('all');
  for (const word of words) {
    const name = word.replace(/^-/, '');
    if (word === 'all') for (const one of byDefault(env)) chosen.add(one);
    else if (listed.some((one) => one.name === name)) chosen[word === name ? 'add' : 'delete'](name);
    else if (word === name && isFromOutside(word)) outside.push(word);
    else throw new ConfigError([`EXTENSIONS names ${name}, which is none of ${namesOf(listed)}`]);
  }
  return { chosen, outside };
}

/** A path, or the name of an npm package; one of these must have a sign that no name here has. */
const isFromOutside = (word: string): boolean => /^[./]|^@[\w.-]+\/|^[a-z]:\\|-/i.test(word);

/** All but those that are for a trial, unless this is theirs. */
function byDefault({ ZONEGRAPH_MODE }: Given): readonly string[] {
  const isMeant = ({ mode }: Listed): boolean =>
    !mode?.isDefault || (ZONEGRAPH_MODE || mode.name) === mode.name;
  return listed.filter(isMeant).map(({ name }) => name);
}

const namesOf = (extensions: readonly { readonly name: string }[]): string =>
  extensions.map(({ name }) => name).join(', ');

function orderOf(extensions: readonly Extension[]): readonly Extension[] {
  try {
    return inOrder(extensions);
  } catch (error) {
    throw new ConfigError([(error as Error).message]);
  }
}
