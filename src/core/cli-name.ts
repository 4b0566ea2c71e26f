/** Whether this is the packed server (src/bin.mjs) and not a clone. */
const isPacked = process.env.ZONEGRAPH_BUNDLE !== undefined;

/** How the CLI is called: by its own name where the packed server is installed, through npm in a clone. */
export const cliName = isPacked ? 'zonegraph' : 'npm run zonegraph --';

/** A text that names the commands of a clone, with those that work here. */
export const withCommandsOfHere = (text: string, packed = isPacked): string =>
  packed
    ? text
        .replaceAll('npm run zonegraph --', 'zonegraph')
        .replaceAll('npm run facade', 'zonegraph facade')
        .replaceAll('npm start', 'zonegraph start')
    : text;
