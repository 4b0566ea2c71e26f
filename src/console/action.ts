/** One thing that is asked for in a form, and how it becomes a part of the input. */
export interface Field {
  readonly name: string;
  readonly label: string;
  /** Plain text when left out. A list is written with commas; a secret is never shown again. */
  readonly kind?: 'number' | 'date' | 'list' | 'secret' | 'choice' | 'choices' | 'flag';
  /** Where they are not always the same, the page that shows the form knows them. */
  readonly choices?: readonly string[] | undefined;
  readonly optional?: true;
  /** Emptied, it takes away what was there; otherwise what is empty is left as it is. */
  readonly clears?: true;
  readonly hint?: string;
}

/** A mutation as a form. What cannot be taken back is tried first (dryRun), shown, and done with a second press. */
export interface Action {
  readonly field: string;
  readonly title: string;
  readonly button: string;
  readonly done: string;
  readonly grave?: true;
  readonly fields: readonly Field[];
  /** What a person must see of the answer, such as a code that was made. */
  readonly shows?: string;
  /** What a person must know before it is done: fields of what the dry run answers, and what each is called. */
  readonly foresees?: Readonly<Record<string, string>>;
}

/** Every mutation of the graph is called in the same way. */
export function documentOf({ field, shows = '', foresees = {} }: Action): string {
  const input = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input!`;
  return `mutation Operator($input: ${input}, $idempotencyKey: String, $dryRun: Boolean) {
  ${field}(input: $input, idempotencyKey: $idempotencyKey, dryRun: $dryRun) { ${shows} ${Object.keys(foresees).join(' ')} userErrors { message } }
}`;
}

/** What a form holds, as the mutation takes it. What is empty is left out, and judged by the graph if it must not be. */
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
