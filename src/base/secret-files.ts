import { readFileSync } from 'node:fs';
import { withoutTrailing } from './text.ts';

interface SecretsFromFiles {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
  /** The variables that the problems are about. */
  readonly refused: ReadonlySet<string>;
}

/**
 * Reads the files that `<NAME>_FILE` name, as orchestrators mount secrets: a file is not inherited and not listed by
 * `docker inspect`.
 */
export function secretsFromFiles(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): SecretsFromFiles {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  const refused = new Set<string>();
  for (const name of names) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    const read = env[name] ? { problem: bothGiven(name) } : contentOf(file, name);
    if ('problem' in read) {
      problems.push(read.problem);
      refused.add(name);
    } else values[name] = read.content;
  }
  return { values, problems, refused };
}

const bothGiven = (name: string): string => `${name} and ${name}_FILE are both set: remove one of them`;

function contentOf(file: string, name: string): { readonly content: string } | { readonly problem: string } {
  try {
    // Editors and `echo` end a file with a newline, which belongs to no secret.
    const content = withoutTrailing(readFileSync(file, 'utf8'), '\r\n');
    return content === '' ? { problem: `${name}_FILE: ${file} is empty` } : { content };
  } catch (error) {
    return { problem: `${name}_FILE: ${file} cannot be read: ${(error as Error).message}` };
  }
}
