import { describe, expect, it } from 'vitest';
import { withLocalCommands } from '#src/base/cli-name.ts';

describe('a text that names commands', () => {
  const written =
    'Run `npm run zonegraph -- backup --to x`, `npm run facade` or `npm start`; then `npm test`.';

  it('stays as it is in a clone', () => {
    expect(withLocalCommands(written)).toBe(written);
  });

  it('installs the client from the packed server, which has no folder of it', () => {
    const client = '```sh\nnpm pack ./packages/client  # here\nnpm install ./zonegraph-client-1.0.0.tgz\n```';
    expect(withLocalCommands(client)).toBe(client);
    expect(withLocalCommands(client, true)).toBe('```sh\nnpm install http://127.0.0.1:4000/client.tgz\n```');
  });

  it('has the commands of the packed server where that runs, which has no scripts of npm', () => {
    expect(withLocalCommands(written, true)).toBe(
      'Run `npx zonegraph backup --to x`, `npx zonegraph facade` or `npx zonegraph start`; then `npm test`.',
    );
  });
});
