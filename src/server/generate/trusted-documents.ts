import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { parse, print } from 'graphql';

/**
 * schema/trusted-documents.json: the documents of schema/operations by id. The id is the hash of the text as
 * graphql prints it (GraphQL over HTTP, appendix "Persisted Documents"), so a client can compute it from its
 * typed document.
 */
export function trustedDocuments(folder: URL): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .filter((file) => file.endsWith('.graphql'))
      .sort()
      .map((file) => {
        const text = print(parse(readFileSync(new URL(file, folder), 'utf8')));
        return [`sha256:${createHash('sha256').update(text).digest('hex')}`, text];
      }),
  );
}
