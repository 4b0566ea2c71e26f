/** How the CLI is called: by its own name where the packed server is installed (src/bin.mjs), through npm in a clone. */
export const cliName = process.env.ZONEGRAPH_BUNDLE === undefined ? 'npm run zonegraph --' : 'zonegraph';
