import { z } from 'zod';
import { declarationOf } from '../../registry/operations/input.ts';

/** One thing that is asked for in a form, and how it becomes a part of the input. */
export interface Field {
  readonly name: string;
  readonly label: string;
  /** Plain text when left out. A list is written with commas; a secret is never shown again. */
  readonly kind?: 'number' | 'date' | 'list' | 'secret' | 'choice' | 'choices' | 'flag';
  /** Left out where they vary: then the page that shows the form has them. */
  readonly choices?: readonly string[] | undefined;
  readonly optional?: boolean;
  /** An empty field removes the value; without this, an empty field leaves it unchanged. */
  readonly clears?: true;
  readonly hint?: string;
  /** The meaning of each choice, for the confirmation. */
  readonly means?: Readonly<Record<string, string>>;
}

/**
 * A mutation as a form. What cannot be taken back is tried first (dryRun), shown, and done with a second press, exactly
 * as it was shown (ifOutcome).
 */
export interface Action {
  readonly field: string;
  /** The operation, as the log names it. */
  readonly operation: string;
  readonly title: string;
  readonly button: string;
  readonly done: string;
  /** The text of the confirmation: its effects, and those that cannot be undone. */
  readonly grave?: string;
  /** At least one of these fields is needed; the form says so in these words. */
  readonly needs?: { readonly oneOf: readonly string[]; readonly otherwise: string };
  readonly fields: readonly Field[];
  /** The fields that name its object, where it can be done to many of them at once. */
  readonly names?: readonly string[];
  /** The fields of the answer that a person must see, such as a generated code. */
  readonly shows?: string;
  /** The fields of the dry run's answer to show before it is done, such as `domain.expiresAt`, with their labels. */
  readonly foresees?: Readonly<Record<string, string>>;
}

/** The label of a field, with what the operation does not say or says otherwise. */
type FieldOptions = string | (Omit<Field, 'name'> & { readonly label: string });

interface Form<I> extends Omit<Action, 'field' | 'operation' | 'fields'> {
  /** Which fields of the operation's input are asked for, in this order. */
  readonly fields?: { readonly [Name in keyof I]?: FieldOptions };
  /** Fields of the mutation that the operation's input does not have; they come first. */
  readonly besides?: readonly Field[];
}

/** The form of an operation: its mutation, and of each field the kind and whether it may be left out. */
export function formOf<I extends object>(
  {
    name,
    graphql = '',
    input,
  }: { readonly name: string; readonly graphql?: string; readonly input: z.ZodType<I> },
  { fields = {}, besides = [], ...texts }: Form<I>,
): Action {
  if (!(input instanceof z.ZodObject)) throw new TypeError(`the input of ${name} is no object`);
  const asked = Object.entries<FieldOptions | undefined>(fields).map(([field, asked]): Field => {
    const own = typeof asked === 'string' ? { label: asked } : asked;
    const declared = input.shape[field];
    if (!own || !declared) throw new TypeError(`operation ${name} has no field ${field}`);
    return { name: field, ...askedAs(declared), ...own };
  });
  return {
    ...texts,
    field: graphql.replace('Mutation.', ''),
    operation: name,
    fields: [...besides, ...asked],
  };
}

/** The kind of form field, as far as it follows from the declaration. */
function askedAs(declared: z.core.$ZodType): Pick<Field, 'kind' | 'choices' | 'optional'> {
  const { inner, meta, isOptional } = declarationOf(declared);
  const optional = isOptional && !meta.required;
  if (inner instanceof z.ZodEnum)
    return { kind: 'choice', choices: inner.options.map((one) => String(one).toUpperCase()), optional };
  if (meta.scalar === 'Date' || meta.scalar === 'DateTime') return { kind: 'date', optional };
  if (meta.scalar === 'Secret') return { kind: 'secret', optional };
  if (inner instanceof z.ZodArray) return { kind: 'list', optional };
  if (inner instanceof z.ZodBoolean) return { kind: 'flag', optional };
  return inner instanceof z.ZodNumber && !meta.node ? { kind: 'number', optional } : { optional };
}

/** Every mutation of the graph is called in the same way. */
export function documentOf({ field, shows = '', foresees = {} }: Action): string {
  const input = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input!`;
  const foreseen = Object.keys(foresees).map(selectionOf).join(' ');
  return `mutation Operator($input: ${input}, $idempotencyKey: String, $dryRun: Boolean, $ifOutcome: String) {
  ${field}(input: $input, idempotencyKey: $idempotencyKey, dryRun: $dryRun, ifOutcome: $ifOutcome) {
    ${shows} ${foreseen} outcome userErrors { code message details }
    notifies { summary }
  }
}`;
}

/** `domain.registrar.name` as a selection. */
const selectionOf = (path: string): string =>
  path.split('.').reduceRight((inner, field) => (inner ? `${field} { ${inner} }` : field), '');

/** The values of a form as the mutation takes them. Empty ones are left out; the graph refuses where one is required. */
export function inputOf({ fields }: Action, form: URLSearchParams): Record<string, unknown> {
  const given = fields.flatMap((field): [string, unknown][] => {
    const values = form.getAll(field.name).filter((value) => value.trim() !== '');
    const [value] = values;
    if (value === undefined) return field.clears && form.has(field.name) ? [[field.name, '']] : [];
    return [[field.name, read(field, value.trim(), values)]];
  });
  return Object.fromEntries(given);
}

function read({ kind }: Field, value: string, values: readonly string[]): unknown {
  if (kind === 'number') return /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (kind === 'choices') return values;
  if (kind === 'list') return value.split(/[\s,]+/).filter((one) => one !== '');
  if (kind === 'flag') return value === 'true';
  return value;
}
