import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Entity } from '../../entities/entity.ts';

type AnyField = Entity['fields'][string];

/** The table of an entity as Kysely sees it. */
export type TableOf<E extends Entity> = {
  [Column in keyof E['fields'] & string]: ColumnOf<E['fields'][Column]>;
};

type ColumnOf<F extends AnyField> = 'generated' extends F['traits']
  ? GeneratedAlways<F['value']>
  : 'json' extends F['traits']
    ? ColumnType<F['value'], string | undefined | Extract<F['value'], null>, string>
    : 'default' extends F['traits']
      ? Generated<F['value']>
      : F['value'];
