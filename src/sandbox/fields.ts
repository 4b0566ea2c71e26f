/** The sandbox's fields of the graph: importing this declares them, before the schema is built. */
import './graphql/mutations.ts';
import './graphql/payment-mutations.ts';
import './graphql/queries.ts';
