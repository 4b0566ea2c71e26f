import { readFileSync } from 'node:fs';

interface Tab {
  readonly title: string;
  readonly file: string;
  /** Credentials of the sandbox, so that the tab works at the first click. */
  readonly authorization?: string;
}

const alpha = `Basic ${Buffer.from('alpha:alpha-sandbox').toString('base64')}`;

const tabList: readonly Tab[] = [{ title: 'Registrar tour', file: 'registrar-tour', authorization: alpha }];

/** GraphiQL opens with the example documents of schema/operations, one tab for each kind of user. */
export function tabs(
  withSandboxCredentials: boolean,
): { title: string; query: string; headers: string | null }[] {
  return tabList.map(({ title, file, authorization }) => ({
    title,
    query: exampleDocument(file),
    headers: withSandboxCredentials && authorization ? JSON.stringify({ authorization }, null, 2) : null,
  }));
}

export const exampleDocument = (file: string): string =>
  readFileSync(new URL(`../../schema/operations/${file}.graphql`, import.meta.url), 'utf8');
