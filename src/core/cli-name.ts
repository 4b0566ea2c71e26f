/** Whether this is the packed server (src/server/launch/bin.mjs) and not a clone. */
const isPacked = process.env.ZONEGRAPH_BUNDLE !== undefined;

const inPackage = 'npx zonegraph';

/** How the CLI is called: with npx where the packed server is installed, which puts nothing on the path, and as a script in a clone. */
export const cliName = isPacked ? inPackage : 'npm run zonegraph --';

/** The packed server serves the client that a clone packs. */
const clientOfClone = /^npm pack \.\/packages\/client.*\nnpm install .*\.tgz.*$/m;

/** A text that names the commands of a clone, with those that work here. */
export const withLocalCommands = (text: string, packed = isPacked): string =>
  packed
    ? text
        .replace(clientOfClone, 'npm install http://127.0.0.1:4000/client.tgz')
        .replaceAll('npm run zonegraph --', inPackage)
        .replaceAll('npm run facade', `${inPackage} facade`)
        .replaceAll('npm start', `${inPackage} start`)
    : text;
