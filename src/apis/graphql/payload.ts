import type { FieldMap, ObjectRef, ShapeFromTypeParam, TypeParam } from '@pothos/core';
import type { Types } from './builder.ts';
import { currency } from './currency.ts';
import type { measure } from './measures.ts';
import type { PayloadFields } from './mutation.ts';
import { type Identified, idShown } from './states.ts';

type Shape<P extends TypeParam<Types>> = ShapeFromTypeParam<Types, P, true>;

/** Ends a description that is not a whole sentence yet like those of all payloads. */
const orRefused = (description: string): string =>
  description.endsWith('.') ? description : `${description}; null when it was refused.`;

/** The measure of a number, if it has one. */
type Meaning = Partial<ReturnType<typeof measure>>;

/** A payload with one field: what the mutation shows. */
export const result =
  <P extends TypeParam<Types>>(name: string, type: P, description: string, extensions: Meaning = {}) =>
  (t: PayloadFields<Shape<P>>): FieldMap => ({
    [name]: t.field({
      type,
      nullable: true,
      extensions,
      description: orRefused(description),
      resolve: (({ shown }: { shown: unknown }) => shown) as never,
    }),
  });

type Parts = Readonly<
  Record<string, readonly [type: TypeParam<Types>, description: string, extensions?: Meaning]>
>;

/** A payload with several fields: the parts of what the mutation shows. */
export const results =
  <P extends Parts>(parts: P) =>
  (t: PayloadFields<{ readonly [Name in keyof P]: Shape<P[Name][0]> }>): FieldMap => ({
    ...Object.fromEntries(
      Object.entries(parts).map(([name, [type, description, extensions]]) => [
        name,
        t.field({
          type,
          nullable: true,
          extensions: extensions ?? {},
          description: orRefused(description),
          resolve: (({ shown }: { shown: Readonly<Record<string, unknown>> | null }) =>
            shown?.[name] ?? null) as never,
        }),
      ]),
    ),
    ...(('price' in parts || 'amount' in parts) && { currency: currency(t) }),
  });

/** The id of what is gone. In a dry run it is one of its own: nothing must leave a cache. */
export const deletedId =
  <S = Partial<Identified>>(
    ref: ObjectRef<Types, unknown>,
    one: string,
    goneIn: (shown: S) => Partial<Identified> = (shown) => shown as Partial<Identified>,
  ) =>
  (t: PayloadFields<S>): FieldMap => ({
    deletedId: t.globalID({
      nullable: true,
      description: orRefused(`The id of the ${one} that is gone, to be removed from caches`),
      resolve: async ({ shown }) => {
        const gone = shown === null ? undefined : goneIn(shown);
        // Answers that were kept before 2.0 have no id.
        return gone?.id === undefined
          ? null
          : { type: ref, id: await idShown({ ...gone, id: gone.id }, () => Promise.resolve(null)) };
      },
    }),
  });
