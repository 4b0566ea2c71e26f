import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../support/extensions.ts';

const root = new URL('../../', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, root), 'utf8');

describe('Dockerfile', () => {
  const dockerfile = textOf('Dockerfile');

  it('copies only what is there, and nothing that .dockerignore keeps out', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(?:--\S+ )*(.+)$/gm)].flatMap(([, args = '']) =>
      args.split(/\s+/).slice(0, -1),
    );
    const ignored = textOf('.dockerignore').split('\n').filter(Boolean);
    expect(copied.length).toBeGreaterThan(3);
    for (const path of copied) {
      expect(existsSync(new URL(path, root)), path).toBe(true);
      const isLetIn = ignored.includes(`!${path}`);
      const keptOut = ignored.filter((one) => `${path}/`.startsWith(`${one.replace(/\/\*$/, '')}/`));
      expect(isLetIn ? [] : keptOut, path).toEqual([]);
    }
  });

  it('has the Node that is recommended, which needs no loader', () => {
    const images = [...dockerfile.matchAll(/^FROM node:(\d+)/gm)].map(([, version]) => version);
    expect(new Set(images)).toEqual(new Set([textOf('.nvmrc').trim()]));
    const { optionalDependencies } = JSON.parse(textOf('package.json')) as { optionalDependencies: object };
    expect(Object.keys(optionalDependencies)).toEqual(['esbuild', 'tsx']);
    expect(dockerfile).toContain('--omit=optional');
  });

  it('starts what npm start starts, as nobody in particular, and looks after itself', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: { start: string } };
    const command = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
    // There is no shell to leave.
    const started = scripts.start.replace(/^exec /, '').replace(' src/server/launch/run.mjs', '');
    expect(command.join(' ')).toBe(started);
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK [\s\S]*\/readyz/m);
  });
});

describe('compose.yaml', () => {
  const compose = textOf('compose.yaml');

  it('sets only variables that the configuration knows', () => {
    const names = [...compose.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name ?? '');
    const known = textOf('.env.example');
    for (const name of names.filter((one) => !one.startsWith('POSTGRES_')))
      expect(known, name).toMatch(new RegExp(`^${name}=`, 'm'));
    expect(names).toContain('DATABASE_URL');
  });

  it('starts a sandbox that the configuration accepts', () => {
    const url = /DATABASE_URL: (\S+)/.exec(compose)?.[1];
    expect(readConfig({ DATABASE_URL: url }).isTrial).toBe(true);
  });
});
