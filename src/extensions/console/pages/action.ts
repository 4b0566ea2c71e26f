import { z } from 'zod';
import type { OperatorRole } from '../../../base/actor.ts';
import { declarationOf } from '../../../registry/operations/input.ts';

/** A field of a form, and how its value becomes part of the input. */
export interface Field {
  readonly name: string;
  readonly label: string;
  /** Plain text by default. A list is separated by commas; a secret is never shown again. */
  readonly kind?: 'number' | 'date' | 'list' | 'secret' | 'choice' | 'choices' | 'flag' | 'entries';
  /** Reads what is typed as a value of the input, for entries that are objects. */
  readonly parse?: (typed: string) => unknown;
  /** Left out where they vary; then the page that shows the form supplies them. */
  readonly choices?: readonly string[] | undefined;
  readonly optional?: boolean;
  /** Set: an empty field removes the value. Otherwise an empty field leaves it unchanged. */
  readonly clears?: true;
  readonly hint?: string;
  /** The meaning of each choice, for the confirmation. */
  readonly means?: Readonly<Record<string, string>>;
}

/**
 * A mutation as a form. If it cannot be undone, a dry run is shown first (`dryRun`), and a second click does exactly
 * what was shown (`ifOutcome`).
 */
export interface Action {
  readonly field: string;
  /** The name of the operation, as in the log. */
  readonly operation: string;
  /** The role that it needs. */
  readonly operators: OperatorRole;
  readonly title: string;
  readonly button: string;
  readonly done: string;
  /** The text of the confirmation: what the action does, and what of it cannot be undone. */
  readonly grave?: string;
  /** At least one of these fields is required; otherwise the form shows this text. */
  readonly needs?: { readonly oneOf: readonly string[]; readonly otherwise: string };
  readonly fields: readonly Field[];
  /** The fields that name the object, if the action can be done to many objects at once. */
  readonly names?: readonly string[];
  /** The fields of the answer that a person must see, such as a generated code. */
  readonly shows?: string;
  /**
   * The page that follows when it is done, if not the one before: its path ends with a field of the answer, such as
   * `work.number`.
   */
  readonly leadsTo?: { readonly page: string; readonly field: string };
  /** The fields of the dry run's answer to show for confirmation, such as `domain.expiresAt`, with their labels. */
  readonly foresees?: Readonly<Record<string, string>>;
  /** Those of these that are money, in euros, which is added up for several rows; the first is in the title. */
  readonly adds?: readonly string[];
}

/** The label of a field, and whatever differs from the operation's declaration. */
type FieldOptions = string | (Omit<Field, 'name'> & { readonly label: string });

interface Form<I> extends Omit<Action, 'field' | 'operation' | 'operators' | 'fields'> {
  /** The fields of the operation's input that the form shows, in this order. */
  readonly fields?: { readonly [Name in keyof I]?: FieldOptions };
  /** Fields of the mutation that the operation's input does not have; they come first. */
  readonly besides?: readonly Field[];
}

/** The form of an operation: its mutation, and for each field its kind and whether it is optional. */
export function formOf<I extends object>(
  {
    name,
    graphql = '',
    input,
    operators = 'ADMIN',
  }: {
    readonly name: string;
    readonly graphql?: string;
    readonly operators?: OperatorRole;
    readonly input: z.ZodType<I>;
  },
  { fields = {}, besides = [], ...texts }: Form<I>,
): Action {
  if (!(input instanceof z.ZodObject)) throw new TypeError(`the input of ${name} is no object`);
  const asked = Object.entries<FieldOptions | undefined>(fields).map(([field, asked]): Field => {
    const own = typeof asked === 'string' ? { label: asked } : asked;
    const declared = input.shape[field];
    if (!own || !declared) throw new TypeError(`operation ${name} has no field ${field}`);
    return { name: declarationOf(declared).meta.named ?? field, ...askedAs(declared), ...own };
  });
  return {
    ...texts,
    field: graphql.replace('Mutation.', ''),
    operation: name,
    operators,
    fields: [...besides, ...asked],
  };
}

/** The kind of form field, as far as it follows from the declaration. */
function askedAs(declared: z.core.$ZodType): Pick<Field, 'kind' | 'choices' | 'optional'> {
  const { inner, meta, isOptional } = declarationOf(declared);
  const optional = isOptional && !meta.required && !meta.requiredOf;
  if (inner instanceof z.ZodEnum)
    return { kind: 'choice', choices: inner.options.map((one) => String(one).toUpperCase()), optional };
  if (meta.scalar === 'Date' || meta.scalar === 'DateTime') return { kind: 'date', optional };
  if (meta.scalar === 'Secret') return { kind: 'secret', optional };
  if (inner instanceof z.ZodArray) return { kind: 'list', optional };
  if (inner instanceof z.ZodBoolean) return { kind: 'flag', optional };
  return inner instanceof z.ZodNumber && !meta.node ? { kind: 'number', optional } : { optional };
}

/** Builds the mutation's document. */
export function documentOf({ field, shows = '', foresees = {}, leadsTo }: Action): string {
  const input = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input!`;
  const foreseen = [...Object.keys(foresees), leadsTo?.field ?? ''].map(selectionOf).join(' ');
  return `mutation Operator($input: ${input}, $idempotencyKey: String, $dryRun: Boolean, $ifOutcome: String) {
  ${field}(input: $input, idempotencyKey: $idempotencyKey, dryRun: $dryRun, ifOutcome: $ifOutcome) {
    ${shows} ${foreseen} outcome userErrors { code message explanation details }
    notifies { summary }
  }
}`;
}

/** `domain.registrar.name` as a selection. */
const selectionOf = (path: string): string =>
  path.split('.').reduceRight((inner, field) => (inner ? `${field} { ${inner} }` : field), '');

/** The values of a form as the mutation's input. Empty ones are left out; the graph reports missing required ones. */
export function inputOf({ fields }: Action, form: URLSearchParams): Record<string, unknown> {
  const given = fields.flatMap((field): [string, unknown][] => {
    const values = form.getAll(field.name).filter((value) => value.trim() !== '');
    const [value] = values;
    if (value === undefined) return field.clears && form.has(field.name) ? [[field.name, '']] : [];
    return [[field.name, read(field, value.trim(), values)]];
  });
  return Object.fromEntries(given);
}

function read({ kind, parse }: Field, value: string, values: readonly string[]): unknown {
  if (parse) return parse(value);
  if (kind === 'number') return /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (kind === 'choices') return values;
  if (kind === 'list') return value.split(/[\s,]+/).filter((one) => one !== '');
  if (kind === 'flag') return value === 'true';
  return value;
}
