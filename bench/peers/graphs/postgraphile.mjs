/** PostGraphile 5 over our tables, with its own defaults. PORT and DATABASE_URL say where. It needs Node 22 or newer. */
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const { PORT, DATABASE_URL } = process.env;
const server = createServer();
await postgraphile({
  extends: [PostGraphileAmberPreset],
  // As many connections as the product has.
  pgServices: [
    makePgService({ connectionString: DATABASE_URL, schemas: ['public'], poolConfig: { max: 10 } }),
  ],
  grafserv: { graphiql: false },
})
  .createServ(grafserv)
  .addTo(server);
server.listen(Number(PORT), '127.0.0.1');
