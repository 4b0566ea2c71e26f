import type { AnyDocument } from './document.ts';
import { printed } from './parsing.ts';

/**
 * The id under which a server trusts a document: the one that codegen's client preset gave it, or else the
 * hash of its text as graphql prints it, as in schema/trusted-documents.json.
 */
export async function documentId(document: AnyDocument): Promise<string> {
  const given = (document as { readonly __meta__?: { readonly hash?: string } }).__meta__?.hash;
  if (given !== undefined) return given;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(printed(document)));
  return `sha256:${[...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
