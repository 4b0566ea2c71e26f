/** True if this is the packed server (src/server/launch/bin.mjs) and not a clone. */
const isPacked = process.env.ZONEGRAPH_BUNDLE !== undefined;

const inPackage = 'npx zonegraph';

/** The CLI's command: with npx for the packed server, which puts nothing on the PATH, and as a script in a clone. */
export const cliName = isPacked ? inPackage : 'npm run zonegraph --';

/** The packed server serves the client that a clone packs. */
const clientOfClone = /^npm pack \.\/packages\/client.*\nnpm install .*\.tgz.*$/m;

/** Replaces the commands of a clone in a text with those that work here. */
export const withLocalCommands = (text: string, packed = isPacked): string =>
  packed
    ? text
        .replace(clientOfClone, 'npm install http://127.0.0.1:4000/client.tgz')
        .replaceAll('npm run zonegraph --', inPackage)
        .replaceAll('npm run facade', `${inPackage} facade`)
        .replaceAll('npm start', `${inPackage} start`)
    : text;
