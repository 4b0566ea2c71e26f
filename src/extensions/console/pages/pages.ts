import type { FastifyReply } from 'fastify';
import type { Services } from '../../../apis/services.ts';
import { isLocalDate } from '../../../base/calendar.ts';
import { personDocument } from '../people/document.ts';
import { asOfForm, contactPage, domainPage } from './domain.ts';
import { contactsFor, domainsFor, invoicesFor, registrarsFor } from './finding.ts';
import type { ConsoleRequest, Graph, Questions } from './graph.ts';
import { type ConsolePage, sendConsole, sendNotFound } from './layout.ts';
import type { Ask, Query } from './lists.ts';
import { type CurrentPrice, jobsPage, outboxPage, settingsPage, zonesPage } from './machinery.ts';
import { machineryLists } from './machinery-lists.ts';
import { invoicePage, proofPage } from './money.ts';
import { overviewPage, searchPage } from './overview.ts';
import { type AskedPerson, personPage } from './person.ts';
import { publishedLists } from './published-lists.ts';
import { registrarPage } from './registrars.ts';
import { registryLists } from './registry-lists.ts';
import { servedIn } from './served.ts';
import { systemLists } from './system-lists.ts';
import { workPage } from './works.ts';

type Show = (asking: ConsoleRequest, reply: FastifyReply) => Promise<FastifyReply>;
type Page = (path: string, show: Show) => void;

const queryOf = ({ request }: ConsoleRequest): Query =>
  Object.fromEntries(
    // A parameter that is given twice is ignored.
    Object.entries(request.query as Record<string, unknown>).filter(([, value]) => typeof value === 'string'),
  ) as Query;

/** All prices that are valid today, read page by page. */
async function currentPrices(graph: Graph, asking: ConsoleRequest): Promise<CurrentPrice[]> {
  const found: CurrentPrice[] = [];
  let after: string | null = null;
  do {
    const variables: Questions['prices'][1] = { first: 100, after, where: { current: { eq: true } } };
    const { prices } = (await graph.ask(asking, 'prices', variables)).data;
    found.push(...(prices?.nodes ?? []));
    after = prices?.pageInfo.hasNextPage ? prices.pageInfo.endCursor : null;
  } while (after !== null);
  return found;
}

/** Every page of the console that the graph can fill; `add` admits signed-in operators only. */
export function mountPages({ config, clock, calendar }: Services, graph: Graph, add: Page): void {
  const isServed = servedIn(config);
  const page = (path: string, name: keyof Questions, show: Show): void => {
    if (isServed(name)) add(path, show);
  };
  const send = (asking: ConsoleRequest, reply: FastifyReply, made: ConsolePage): FastifyReply =>
    sendConsole(reply, { ...made, done: queryOf(asking).done });
  /** A page with one query and no parameters in its path. */
  const simple = <K extends keyof Questions>(
    path: string,
    name: K,
    variables: Questions[K][1],
    make: (data: Questions[K][0]) => ConsolePage,
  ) =>
    page(path, name, async (asking, reply) => {
      const { data, problems } = await graph.ask(asking, name, variables);
      return send(asking, reply, { ...make(data), problems });
    });

  page('', 'overview', async (asking, reply) => {
    const to = calendar.dateOf(clock.now());
    const from = calendar.datePlus(to, { months: -11 });
    const { data, problems } = await graph.ask(asking, 'overview', { from, to });
    return send(asking, reply, { ...overviewPage(data), problems });
  });
  simple('/outbox', 'outbox', {}, outboxPage);
  simple('/jobs', 'jobs', {}, jobsPage);
  simple('/settings', 'settings', {}, settingsPage);

  for (const list of [...registryLists, ...systemLists, ...publishedLists, ...machineryLists]) {
    page(list.path, list.name, async (asking, reply) => {
      const ask: Ask = (name, variables) => graph.ask(asking, name, variables);
      return send(asking, reply, await list.page(ask, queryOf(asking)));
    });
    page(`${list.path}.csv`, list.name, async (asking, reply) => {
      const text = await graph.file(asking, list.name, list.whole(queryOf(asking)));
      const name = list.path.slice(1).replaceAll('/', '-');
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}.csv"`)
        .send(text);
    });
  }

  page('/zones', 'zones', async (asking, reply) => {
    const { data, problems } = await graph.ask(asking, 'zones', {});
    return send(asking, reply, { ...zonesPage(data, await currentPrices(graph, asking)), problems });
  });
  const personAsked = async (asking: ConsoleRequest) => {
    const { ident, email } = queryOf(asking);
    const given = Object.entries({ ident, email }).map(([name, value]) => [
      name,
      (value ?? '').trim().slice(0, 320),
    ]);
    const asked: AskedPerson = Object.fromEntries(given.filter(([, value]) => value !== ''));
    if (Object.keys(asked).length === 0)
      return { asked, found: undefined, problems: (await graph.ask(asking, 'viewer', {})).problems };
    const { data, problems } = await graph.ask(asking, 'person', asked);
    return { asked, found: data.person, problems };
  };
  page('/person', 'person', async (asking, reply) => {
    const { asked, found, problems } = await personAsked(asking);
    return send(asking, reply, { ...personPage(asked, found), problems });
  });
  const file = (
    extension: string,
    type: string,
    written: (person: Parameters<typeof personDocument>[0]) => string,
  ) =>
    page(`/person.${extension}`, 'person', async (asking, reply) => {
      const { asked, found, problems } = await personAsked(asking);
      if (!found) return send(asking, reply, { ...personPage(asked, found), problems });
      return reply
        .header('content-disposition', `attachment; filename="person.${extension}"`)
        .type(`${type}; charset=utf-8`)
        .send(written(found));
    });
  file('json', 'application/json', (found) => JSON.stringify(found, null, 2));
  file('html', 'text/html', personDocument);
  page('/search', 'search', async (asking, reply) => {
    const text = (queryOf(asking).q ?? '').trim().slice(0, 200);
    const { data, problems } = await graph.ask(asking, 'search', {
      domains: domainsFor(text),
      contacts: contactsFor(text),
      invoices: invoicesFor(text),
      registrars: registrarsFor(text),
    });
    return send(asking, reply, { ...searchPage(text, data), problems });
  });
  page('/ledger/proof', 'proof', async (asking, reply) => {
    if (queryOf(asking).run !== 'yes') {
      await graph.ask(asking, 'viewer', {});
      return send(asking, reply, proofPage(undefined));
    }
    const { data, problems } = await graph.ask(asking, 'proof', {});
    return send(asking, reply, { ...proofPage(data.ledgerProof), problems });
  });
  page('/domains/:name', 'domain', async (asking, reply) => {
    const { name } = asking.request.params as { name: string };
    const { after = null, asOf = '' } = queryOf(asking);
    const today = calendar.dateOf(clock.now());
    const day = isLocalDate(asOf) && asOf < today ? asOf : undefined;
    // The last moment of the day, so that nothing of the next day is included.
    const end =
      day === undefined ? undefined : new Date(calendar.startOf(calendar.plusDays(day, 1)).getTime() - 1);
    const { data, problems } = await graph.ask(asking, 'domain', {
      name,
      after,
      asOf: end ? end.toISOString() : null,
    });
    const shownProblems =
      asOf && !day && asOf !== today
        ? [...problems, `asOf must be a day up to ${today}, in that format; the current state is shown`]
        : problems;
    return data.domain
      ? send(asking, reply, {
          ...domainPage(data.domain, end ?? clock.now(), today, day),
          problems: shownProblems,
        })
      : sendNotFound(
          reply,
          day ? `domain ${name} on ${day}` : `domain ${name}`,
          shownProblems,
          asOfForm(name, today, day),
        );
  });
  page('/contacts/:code', 'contact', async (asking, reply) => {
    const { code } = asking.request.params as { code: string };
    const { after = null } = queryOf(asking);
    const { data, problems } = await graph.ask(asking, 'contact', { code, after });
    return data.contact
      ? send(asking, reply, { ...contactPage(data.contact), problems })
      : sendNotFound(reply, `contact ${code}`, problems);
  });
  page('/invoices/:number', 'invoice', async (asking, reply) => {
    const { number } = asking.request.params as { number: string };
    if (!/^\d{1,9}$/.test(number)) return sendNotFound(reply, `invoice ${number}`);
    const which = { number: Number(number), userUniqueId: queryOf(asking).reservation ?? null };
    const { data, problems } = await graph.ask(asking, 'invoice', which);
    return data.invoice
      ? send(asking, reply, { ...invoicePage(data.invoice), problems })
      : sendNotFound(reply, `invoice ${number}`, problems);
  });
  page('/works/:number', 'bulkWork', async (asking, reply) => {
    const { number } = asking.request.params as { number: string };
    if (!/^\d{1,9}$/.test(number)) return sendNotFound(reply, `work ${number}`);
    const { data, problems } = await graph.ask(asking, 'bulkWork', { number: Number(number) });
    const [work] = data.bulkWorks?.nodes ?? [];
    if (!work) return sendNotFound(reply, `work ${number}`, problems);
    // Without a script the page is asked for again while the work goes on.
    if (work.state === 'RUNNING') reply.header('refresh', `3; url=/operator/works/${number}`);
    return send(asking, reply, { ...workPage(work), problems });
  });
  page('/registrars/:code', 'registrar', async (asking, reply) => {
    const { code } = asking.request.params as { code: string };
    const { data, problems } = await graph.ask(asking, 'registrar', { code });
    const [registrar] = data.registrars?.nodes ?? [];
    const limits = { points: config.RATE_LIMIT_POINTS, seconds: config.RATE_LIMIT_WINDOW };
    return registrar
      ? send(asking, reply, { ...registrarPage(registrar, data, limits), problems })
      : sendNotFound(reply, `registrar ${code}`);
  });
}
