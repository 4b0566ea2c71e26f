import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { GraphQLError, parse } from 'graphql';
import { ConfigError } from '../../../base/config.ts';

/** The files of the current documents, of those that earlier clients use, and of the tools of agents. */
const own = ['trusted-documents', 'earlier-documents', 'agent-documents'].map((name) =>
  fileURLToPath(new URL(`../../../../schema/${name}.json`, import.meta.url)),
);

/**
 * The documents that can be asked for by their ids: ours, and those of the manifests that TRUSTED_DOCUMENTS names, as
 * graphql-codegen's client preset and Relay write them (docs/rules/access.md#trusted-documents).
 */
export class TrustedDocuments {
  readonly #places: readonly string[];
  #documents: ReadonlyMap<string, string>;

  /** An unreadable manifest is reported at once, not found out by requests that are refused. */
  constructor(places: readonly string[]) {
    this.#places = [...own, ...places];
    this.#documents = read(this.#places);
  }

  /** Algorithms may be named before the id or not: clients and manifests need not agree on that. */
  get(id: string): string | undefined {
    const bare = id.replace(/^sha256:/, '');
    return this.#documents.get(id) ?? this.#documents.get(bare) ?? this.#documents.get(`sha256:${bare}`);
  }

  /** An error in a new manifest does not harm users of the old ones. */
  readAgain(log: FastifyBaseLogger): void {
    try {
      this.#documents = read(this.#places);
      log.info({ documents: this.#documents.size }, 'trusted documents were reloaded');
    } catch (error) {
      log.error({ err: error }, 'trusted documents stay as they were: the new file is invalid');
    }
  }
}

function read(places: readonly string[]): Map<string, string> {
  const documents = new Map<string, string>();
  for (const file of places.flatMap(manifestsAt))
    for (const [id, text] of entriesOf(file)) {
      const known = documents.get(id);
      // It must be clear which of two documents would be executed.
      if (known !== undefined && known !== text)
        throw unusable(file, `has another document for ${id} than an earlier file`);
      documents.set(id, text);
    }
  return documents;
}

/** A file, or every manifest in a directory. */
function manifestsAt(place: string): string[] {
  return trying(place, () =>
    statSync(place).isDirectory()
      ? readdirSync(place)
          .filter((name) => name.endsWith('.json'))
          .sort()
          .map((name) => join(place, name))
      : [place],
  );
}

function entriesOf(file: string): [string, string][] {
  const manifest = trying(file, (): unknown => JSON.parse(readFileSync(file, 'utf8')));
  if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest))
    throw unusable(file, 'must be a JSON object of ids and documents');
  return Object.entries(manifest).map(([id, text]) => {
    if (typeof text !== 'string') throw unusable(file, `has no text for ${id}`);
    try {
      parse(text);
    } catch (error) {
      throw error instanceof GraphQLError
        ? unusable(file, `cannot be read as GraphQL at ${id}: ${error.message}`)
        : error;
    }
    return [id, text];
  });
}

function trying<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw unusable(file, `cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const unusable = (file: string, problem: string): ConfigError =>
  new ConfigError([`TRUSTED_DOCUMENTS: ${file} ${problem}`]);
