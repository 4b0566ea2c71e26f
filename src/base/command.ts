import type { Config } from './config.ts';

export interface Option {
  readonly description: string;
  /** The value's name in the help, `--by <duration>`; without it the option is a switch. */
  readonly value?: string;
  readonly required?: true;
  /** May be given several times. */
  readonly multiple?: true;
}

/** Option values as given: texts, lists of texts, or true for a switch. */
export type OptionValues = Readonly<Record<string, string | readonly string[] | true | undefined>>;

/** The registry as an operator reaches it: through its GraphQL API. */
export interface Registry {
  /** The server or database, for messages. */
  readonly where: string;
  /** The data of the answer; problems with the input or the server end the command. */
  ask<T>(document: string, variables: Readonly<Record<string, unknown>>): Promise<T>;
  /** A file that an operator may download, while it comes; a refusal ends the command. */
  download(path: string): AsyncIterable<string>;
  close(): Promise<void>;
}

export interface CommandLine {
  readonly given: OptionValues;
  readonly env: NodeJS.ProcessEnv;
  readonly config: () => Promise<Config>;
  /**
   * The running server, or the database itself if none runs; opened on demand. Commands that only read do not seed a
   * trial.
   */
  readonly registry: (onlyReads?: boolean) => Promise<Registry>;
  print(text: string): void;
  /** Asks the user for a confirmation; false if there is no terminal to answer. */
  confirm(question: string): Promise<boolean>;
}

export interface Command<Line = CommandLine> {
  readonly name: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, Option>>;
  /** The name of the option that is given as the positional argument. */
  readonly argument?: string;
  /** A sentence or two for its own help. */
  readonly details?: string;
  run(line: Line): Promise<void>;
}

/** A problem that the user can fix; shown without a stack. */
export class CommandFailed extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(plainLines(message));
    this.exitCode = exitCode;
  }
}

export const text = (given: OptionValues, name: string): string | undefined => {
  const value = given[name];
  return typeof value === 'string' ? value : undefined;
};

export const required = (given: OptionValues, name: string): string =>
  text(given, name) ?? fail(`--${name} is required`);

export const list = (given: OptionValues, name: string): readonly string[] => {
  const value = given[name];
  return Array.isArray(value) ? value : [];
};

export function fail(message: string): never {
  throw new CommandFailed(message);
}

/** Removes control characters, which a terminal would obey. */
const plainText = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

/** Removes control characters from each line of a text. */
export const plainLines = (text: string): string => text.split('\n').map(plainText).join('\n');

/** Aligned columns; the first row is the heading. */
export function table(given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map(plainText));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
