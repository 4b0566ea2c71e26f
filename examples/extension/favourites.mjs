/** The versions of Zonegraph that it fits. */
export const fits = '^1.0';

/**
 * The favourite domains of a registrar's user: a table, two writes and a list in the graph and over REST, a page, and
 * a part of the job that forgets.
 *
 * @type {import('zonegraph/extension').FromOutside}
 */
export const extension = (zonegraph) => {
  const { z, declareSettings, failure, refuseWith, entities, operations, store } = zonegraph;
  const { registrarOf, defineCommand, defineQuery, rows, listInput, listedFrom } = operations;
  const { sql } = store;

  const settings = declareSettings({ FAVOURITES_AT_MOST: z.coerce.number().int().min(1).default(100) });

  /** Each runs once, in this order. What has run never changes: a later version adds another text. */
  const tables = [
    `create table favourites (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      domain_id bigint not null,
      domain text not null,
      added_at timestamptz not null,
      constraint favourites_once unique (user_id, domain_id)
    )`,
  ];

  const favourite = entities.entity('favourites', {
    id: entities.identity(),
    user_id: entities.reference().listed(),
    domain_id: entities.reference(),
    domain: entities
      .text()
      .shown('The name of the domain.', 'DomainName')
      .named('name')
      .filter('By the name of the domain: {endsWith: ".ee"}.')
      .order('By the name of the domain.'),
    added_at: entities.moment().shown('When it was added.').order('By the time when it was added.'),
  });
  const favouriteRows = rows('favourite', store.entityRows(favourite));
  const favouriteList = store.entityList(favourite);

  const addFavourite = defineCommand({
    name: 'favourite.add',
    summary: 'Adds a domain to the favourites of the user.',
    permits: ['registrar'],
    scope: 'WRITE',
    input: z.object({ name: operations.domainName() }),
    errors: ['OBJECT_DOES_NOT_EXIST', 'OBJECT_EXISTS', 'PARAMETER_VALUE_POLICY'],
    conflicts: { favourites_once: failure('OBJECT_EXISTS', 'It is a favourite already', { path: ['name'] }) },
    rest: 'POST /favourites/v1',
    graphql: 'Mutation.favouriteAdd',
    run: async ({ db, actor, now, config, foresee }, { name }) => {
      const { userId } = registrarOf(actor);
      const most = settings.of(config).FAVOURITES_AT_MOST;
      // Two additions of one user are counted one after the other.
      await sql`select from api_users where id = ${userId} for update`.execute(db);
      const counted = await sql`select count(*) from favourites where user_id = ${userId}`.execute(db);
      if (Number(counted.rows[0].count) >= most)
        refuseWith(failure('PARAMETER_VALUE_POLICY', `At most ${most} favourites`, { path: ['name'] }));
      const added = await sql`
        insert into favourites (user_id, domain_id, domain, added_at)
        select ${userId}, id, name, ${now} from domains where name = lower(${name}) returning id`.execute(db);
      const [row] = added.rows;
      if (!row) refuseWith(failure('OBJECT_DOES_NOT_EXIST', 'There is no such domain', { path: ['name'] }));
      // The outcome of a dry run depends on it.
      foresee('favourite', name);
      return { id: row.id };
    },
  });

  const removeFavourite = defineCommand({
    name: 'favourite.remove',
    summary: 'Removes a domain from the favourites of the user.',
    permits: ['registrar'],
    scope: 'WRITE',
    input: z.object({ id: operations.rowId('Favourite', 'The id of the favourite.') }),
    errors: ['OBJECT_DOES_NOT_EXIST'],
    rest: 'DELETE /favourites/v1/:id',
    graphql: 'Mutation.favouriteRemove',
    run: async ({ db, actor, foresee }, { id }) => {
      const { userId } = registrarOf(actor);
      const removed = await sql`
        delete from favourites where id = ${id} and user_id = ${userId} returning domain`.execute(db);
      if (removed.rows.length === 0) refuseWith(failure('OBJECT_DOES_NOT_EXIST'));
      foresee('favourite', removed.rows[0].domain);
      return { id };
    },
  });

  const listFavourites = defineQuery({
    name: 'favourite.list',
    summary: 'Lists the favourite domains of the user.',
    permits: ['registrar'],
    scope: 'READ',
    input: listInput,
    errors: [],
    rest: 'GET /favourites/v1',
    graphql: 'Query.favourites',
    run: ({ db, actor }, input) =>
      listedFrom(db, favouriteList, input, {
        field: 'userId',
        is: 'eq',
        value: registrarOf(actor).userId,
      }),
  });
  /** The whole list, for REST and the page. */
  const all = {
    query: { sort: [{ field: 'name', descending: false }], slice: { by: 'offset', offset: 0, limit: 1000 } },
    withCount: false,
  };

  addToGraph(zonegraph, { favourite, favouriteRows, addFavourite, removeFavourite, listFavourites });

  // A part of the job `forget`, which runs in all processes together once.
  store.forgetToo((db) =>
    sql`delete from favourites where not exists (select from domains where id = domain_id)`.execute(db),
  );

  return {
    name: 'favourites',
    about: "The favourite domains of a registrar's user.",
    needs: ['kit'],
    settings,
    tables,
    mount: (app, services) => {
      mountRest(zonegraph, app, services, { all, addFavourite, removeFavourite, listFavourites });
      mountPage(zonegraph, app, services, { all, listFavourites });
    },
  };
};

function addToGraph({ graph }, { favourite, favouriteRows, addFavourite, removeFavourite, listFavourites }) {
  const FavouriteRef = graph.rowNode('Favourite', favouriteRows.many);
  graph.nodeIsVisible('Favourite', ['registrar'], ({ user_id }, { userId }) => user_id === userId);
  FavouriteRef.implement({
    description: 'A favourite domain of a user; nobody else sees it.',
    fields: (t) => ({
      ...graph.plainFields(t, favourite),
      domain: t.field({
        type: graph.DomainRef,
        nullable: true,
        description: 'The domain; null when it was deleted.',
        resolve: async ({ domain_id }, _, context) => {
          const [found] = await graph.DomainRef.getDataloader(context).loadMany([domain_id]);
          return found instanceof Error ? null : found;
        },
      }),
    }),
  });
  graph.listQuery('favourites', graph.listOf(FavouriteRef, favourite, { many: 'favourites' }), {
    operation: listFavourites,
    where: 'Which of them; all when left out.',
    orderBy: 'How to sort them; by name when left out.',
    usual: { field: 'name', descending: false },
  });
  graph.defineMutation(addFavourite, {
    show: favouriteRows.one,
    payload: graph.result('favourite', FavouriteRef, 'The favourite that was added'),
  });
  graph.defineMutation(removeFavourite, {
    show: async (_, gone) => gone,
    payload: graph.deletedId(FavouriteRef, 'favourite'),
  });
}

/** An API of its own, with the callers, the budget and the answers of the registrar API. */
function mountRest({ rest }, app, services, { all, addFavourite, removeFavourite, listFavourites }) {
  const routes = [
    {
      method: 'GET',
      path: '/',
      operation: listFavourites,
      handle: async ({ run, calendar }) => {
        const { rows } = await run(listFavourites, all);
        const shown = ({ id, domain, added_at }) => ({ id, domain, added_at: calendar.format(added_at) });
        return rest.success({ favourites: rows.map(shown), count: rows.length });
      },
    },
    {
      method: 'POST',
      path: '/',
      operation: addFavourite,
      request: { body: rest.fields({ name: rest.text({ description: 'The name of the domain' }) }) },
      handle: async ({ run, body }) => rest.success({ favourite: await run(addFavourite, body) }),
    },
    {
      method: 'DELETE',
      path: '/:id',
      operation: removeFavourite,
      handle: async ({ run, path }) => {
        await run(removeFavourite, { id: /^\d{1,15}$/.test(path.id) ? Number(path.id) : 0 });
        return rest.success();
      },
    },
  ];
  const api = rest.registrarApi(services.authenticator);
  rest.mountApi(app, { ...api, name: 'favourites', prefixes: ['/favourites/v1'], routes }, services);
}

/** A page for people: the browser asks for the user name and the password of the REST API. */
function mountPage({ pages, Refusal }, app, { authenticator, budget, runner }, { all, listFavourites }) {
  const { html, sendPage, senderOf } = pages;
  const message = (reply, status, text) =>
    sendPage(reply, { title: 'Favourites', status, main: html`<h1>Favourites</h1><p>${text}</p>` });
  app.get('/favourites', async (request, reply) => {
    try {
      const actor = await authenticator.registrar(senderOf(request));
      const charged = await budget.charge(actor, 1);
      reply.headers(charged.headers);
      if (!charged.allowed) return message(reply, 429, charged.message);
      const listed = await runner.run(listFavourites, all, {
        actor,
        request: { id: request.id, via: 'web' },
      });
      if (!listed.ok) throw new Refusal(listed.failures);
      const items = listed.value.rows.map(({ domain }) => html`<li>${domain}</li>`);
      return sendPage(reply, { title: 'Favourites', main: html`<h1>Favourites</h1><ul>${items}</ul>` });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reply.header('www-authenticate', 'Basic realm="favourites"');
      return message(reply, 401, error.failures[0].message);
    }
  });
}
