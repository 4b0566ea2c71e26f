import {
  DirectiveLocation,
  GraphQLDirective,
  GraphQLEnumType,
  GraphQLNonNull,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import type { Measure, MeasureKind, Unit } from '../../registry/entities/measure.ts';

/**
 * Declares what the number of a field says: `measure('LEVEL', 'EUR')` among the options of a field; `@measure` in the
 * schema.
 */
export const measure = (kind: MeasureKind, unit?: Unit): { readonly measure: Measure } => ({
  measure: { kind, unit },
});

/** Returns what the number of a field says; undefined if the field does not declare it. */
export const measureIn = ({ extensions }: { readonly extensions?: unknown }): Measure | undefined =>
  (extensions as { readonly measure?: Measure } | undefined)?.measure;

const kinds: Readonly<Record<MeasureKind, string>> = {
  AMOUNT: 'A quantity, such as money that moved: it may be added up.',
  COUNT: 'How many there are: it may be added up.',
  LEVEL:
    'A state at a moment, such as a balance: never added up over time, over keys only where the rows are of different things.',
  SHARE: 'A part of a whole.',
  RATE: 'A part of those that could: several are combined by what they are of.',
  DURATION: 'A length of time.',
  STATISTIC: 'An average, a median or the like: never combined.',
  PRICE: 'The price of something: it has no quantity.',
  KEY: 'Identifies or numbers something.',
};

const units: Readonly<Record<Unit, string>> = {
  EUR: 'Money, in euros with two decimals.',
  PERCENT: 'Percent: 100 is the whole.',
  SECONDS: 'A length of time in seconds.',
  DAYS: 'A length of time in days.',
  MONTHS: 'A length of time in calendar months.',
  BYTES: 'The size of a file.',
  POINTS: "What requests cost, of a caller's budget.",
};

const enumOf = (name: string, description: string, values: Readonly<Record<string, string>>) =>
  new GraphQLEnumType({
    name,
    description,
    values: Object.fromEntries(
      Object.entries(values).map(([value, about]) => [value, { description: about }]),
    ),
  });

const kindEnum = enumOf('MeasureKind', 'What a number says.', kinds);
const unitEnum = enumOf('MeasureUnit', 'The unit of a number.', units);

/** Carried by every field of a number, so that every client can read what may be added up and what may not. */
export const measureDirective = new GraphQLDirective({
  name: 'measure',
  description: 'Says what a number means.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    kind: {
      type: new GraphQLNonNull(kindEnum),
      description: 'What the number says, and whether several may be added up.',
    },
    unit: { type: unitEnum, description: 'Its unit; a number without one counts or identifies.' },
  },
});

/** Writes `@measure` on the fields that say one. */
export function printMeasures(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const said = measureIn(field);
      if (said) field.extensions = { ...field.extensions, directives: { measure: said } };
    }
  }
}
