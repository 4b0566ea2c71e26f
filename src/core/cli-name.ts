/** Whether this is the packed server (src/bin.mjs) and not a clone. */
const isPacked = process.env.ZONEGRAPH_BUNDLE !== undefined;

const inPackage = 'npx zonegraph';

/** How the CLI is called: with npx where the packed server is installed, which puts nothing on the path, and as a script in a clone. */
export const cliName = isPacked ? inPackage : 'npm run zonegraph --';

/** A text that names the commands of a clone, with those that work here. */
export const withCommandsOfHere = (text: string, packed = isPacked): string =>
  packed
    ? text
        .replaceAll('npm run zonegraph --', inPackage)
        .replaceAll('npm run facade', `${inPackage} facade`)
        .replaceAll('npm start', `${inPackage} start`)
    : text;
