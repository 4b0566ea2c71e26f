/** Importing this declares the sandbox's fields of the graph; it must happen before the schema is built. */
import './graphql/mutations.ts';
import './graphql/payment-mutations.ts';
import './graphql/queries.ts';
