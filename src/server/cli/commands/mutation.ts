import {
  type Command,
  CommandFailed,
  type CommandLine,
  fail,
  type Option,
  type OptionValues,
  type Registry,
  text,
} from '../../../base/command.ts';

/** A mutation as a command: its options, and the fields that are printed. */
interface Mutation {
  /** The name of the mutation in the graph. */
  readonly field: string;
  readonly options: Readonly<Record<string, Option>>;
  /** The selection of its payload. */
  readonly select: string;
}

export const dryRun = { description: 'show what would happen, without doing it' };
const ifOutcome = {
  description: 'do it only if exactly what the dry run with this outcome showed would happen',
  value: 'outcome',
};

/** An option is written with hyphens: `--reg-no` is the field `regNo`. */
const fieldOf = (option: string): string =>
  option.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const optionOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Runs it with the options as its input; returns its payload. */
export async function mutate<T>(
  { given, registry }: Pick<CommandLine, 'given' | 'registry'>,
  { field, options, select }: Mutation,
  read: (option: string, given: OptionValues) => unknown = (option) => text(given, option),
): Promise<T> {
  const missing = Object.entries(options).find(
    ([name, { required }]) => required && given[name] === undefined,
  );
  if (missing) fail(`--${missing[0]} is required`);
  const input = Object.fromEntries(
    Object.keys(options)
      .filter((name) => name !== 'dry-run')
      .map((name) => [fieldOf(name), read(name, given)]),
  );
  const asked = await registry();
  const answer = await asked
    .ask<Readonly<Record<string, T>>>(
      `mutation ($input: ${capital(field)}Input!, $dryRun: Boolean, $ifOutcome: String) {
      ${field}(input: $input, dryRun: $dryRun, ifOutcome: $ifOutcome) { ${select} userErrors { message explanation } } }`,
      { input, dryRun: given['dry-run'] === true, ifOutcome: text(given, 'if-outcome') ?? null },
    )
    .catch((error: unknown) => sayWhichValues(error, asked));
  return answer[field] as T;
}

/** A word that is none of an enum is refused with those that are. */
async function sayWhichValues(error: unknown, registry: Registry): Promise<never> {
  if (!(error instanceof CommandFailed)) throw error;
  const [, field = '', name] = /at "input\.([\w.]+)"; .* enum "(\w+)"/.exec(error.message) ?? [];
  if (name === undefined) throw error;
  const { type } = await registry.ask<{ type: { enumValues: readonly { name: string }[] } | null }>(
    'query ($name: String!) { type: __type(name: $name) { enumValues { name } } }',
    { name },
  );
  return fail(`--${optionOf(field)} must be one of ${type?.enumValues.map((one) => one.name).join(', ')}`);
}

export const dryRunSuffix = ({ given }: Pick<CommandLine, 'given'>): string =>
  given['dry-run'] === true ? ' (dry run: nothing was changed)' : '';

interface TypeRef {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType?: TypeRef | null;
}
interface TypeField {
  readonly name: string;
  readonly description: string;
  readonly type: TypeRef;
}
interface Described {
  readonly mutations: { readonly fields: readonly TypeField[] };
  readonly input: { readonly inputFields: readonly TypeField[] } | null;
  readonly payload: { readonly fields: readonly TypeField[] } | null;
}

const type = 'type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }';
const described = `query ($input: String!, $payload: String!) {
  mutations: __type(name: "Mutation") { fields { name description ${type} } }
  input: __type(name: $input) { inputFields { name description ${type} } }
  payload: __type(name: $payload) { fields { name description ${type} } } }`;

const named = (ref: TypeRef): TypeRef => (ref.ofType ? named(ref.ofType) : ref);
const isList = (ref: TypeRef): boolean => ref.kind === 'LIST' || (ref.ofType ? isList(ref.ofType) : false);

/**
 * The fields of objects that are printed, by their types: who starts work has to know how much, and by which number
 * to find it.
 */
const partsOf: Readonly<Record<string, string>> = {
  BulkWork: 'number total',
  BulkGlance: 'lookedAt refused refusals { subject message } refunds { count total credit currency }',
};

/** A mutation of the graph as a command: its input fields are the options, with the server's descriptions. */
export async function mutationCommand(field: string, registry: Registry): Promise<Command> {
  const { mutations, input, payload } = await registry.ask<Described>(described, {
    input: `${capital(field)}Input`,
    payload: `${capital(field)}Payload`,
  });
  const mutation = mutations.fields.find(({ name }) => name === field);
  if (!mutation || !input || !payload) return fail(`There is no command ${field}; try --help`);
  const types = new Map(input.inputFields.map((one) => [optionOf(one.name), one.type]));
  const options = Object.fromEntries(
    input.inputFields.map(({ name, description, type }): [string, Option] => [
      optionOf(name),
      {
        description,
        value: named(type).kind === 'INPUT_OBJECT' ? 'json' : (named(type).name ?? 'text'),
        ...(type.kind === 'NON_NULL' && { required: true }),
        ...(isList(type) && { multiple: true }),
      },
    ]),
  );
  const shown = payload.fields.flatMap((one) => {
    const { kind, name } = named(one.type);
    const parts = partsOf[name ?? ''];
    if (parts) return [{ name: one.name, selection: `${one.name} { ${parts} }` }];
    return ['SCALAR', 'ENUM'].includes(kind) ? [{ name: one.name, selection: one.name }] : [];
  });
  const read = (option: string, given: OptionValues): unknown => {
    const value = given[option];
    const ref = types.get(option);
    if (value === undefined || !ref) return undefined;
    const one = (written: unknown): unknown => inputValue(named(ref), String(written));
    return Array.isArray(value) ? value.map(one) : one(value);
  };
  return {
    name: field,
    summary: mutation.description,
    options: { ...options, 'dry-run': dryRun, 'if-outcome': ifOutcome },
    run: async (line) => {
      const select = shown.map(({ selection }) => selection).join(' ');
      const made = await mutate<Readonly<Record<string, unknown>>>(line, { field, options, select }, read);
      const mayLack = ['outcome', 'glance'];
      const said = shown.filter(({ name }) => !mayLack.includes(name) || made[name] !== null);
      const lines = said.map(({ name }) => `${name}: ${JSON.stringify(made[name])}`);
      line.print([`Done${dryRunSuffix(line)}`, ...lines].join('\n'));
    },
  };
}

function inputValue({ kind, name }: TypeRef, written: string): unknown {
  if (name === 'Boolean') return written === 'true';
  if (name !== 'Int' && kind !== 'INPUT_OBJECT') return written;
  try {
    return JSON.parse(written);
  } catch {
    return fail(`${JSON.stringify(written)} is ${name === 'Int' ? 'no number' : 'no JSON'}`);
  }
}
