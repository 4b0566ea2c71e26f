import { readdirSync } from 'node:fs';
import type { Entity } from '#src/registry/entities/entity.ts';

const folder = new URL('../../src/registry/entities', import.meta.url);

/** Every entity that is declared. */
export async function allEntities(): Promise<Entity[]> {
  const files = await Promise.all(
    readdirSync(folder).map(async (file) =>
      Object.values((await import(`#src/registry/entities/${file}`)) as Readonly<Record<string, unknown>>),
    ),
  );
  const isEntity = (one: unknown): one is Entity =>
    typeof one === 'object' && one !== null && 'declared' in one;
  return [...new Set(files.flat().filter(isEntity))];
}
