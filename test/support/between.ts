import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Incumbent, written } from '#src/extensions/sandbox/incumbent.ts';
import { atEndOfFile } from './at-end.ts';
import type { TestWorld } from './world.ts';

/** What happens to a request on its way; `pass` hands it to the registry and the answer back. */
export type Fault = (
  request: IncomingMessage,
  response: ServerResponse,
  pass: () => Promise<void>,
) => unknown;

/** Somebody between a facade and its registry, who may be told to be a nuisance. */
export interface Between {
  readonly url: string;
  /** For servers of another kind. */
  readonly listener: RequestListener;
  /** Undefined: everything passes. */
  fault: Fault | undefined;
  /** Whether it is another Zonegraph instead, which says that it understands keys and dry runs. */
  isZonegraph: boolean;
  /** `GET /registry/v1/domains/a.ee`, in the order in which they came. */
  readonly seen: string[];
}

/**
 * In front of the registry as the real one behaves (src/extensions/sandbox/incumbent.ts), which is served under both names of the API
 * where no `incumbent` is given.
 */
export async function between(world: TestWorld, incumbent?: Incumbent): Promise<Between> {
  const registry = incumbent ?? incumbentBefore(world);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const payload = await buffer(request);
    here.seen.push(`${request.method} ${request.url}`);
    const pass = async (): Promise<void> => {
      if (!here.isZonegraph) {
        const { method = 'GET', url: asked = '', headers } = request;
        const url = incumbent ? asked : asked.replace(/^\/registry\/v1/, '/repp/v1');
        const reported = await registry.answer({ method, url, headers, payload });
        const { type, text } = written(reported);
        response.writeHead(reported.status, { 'content-type': type });
        response.end(text);
        return;
      }
      const { statusCode, headers, rawPayload } = await world.app.inject({
        method: request.method as 'GET',
        url: request.url ?? '',
        headers: request.headers,
        ...(payload.length > 0 && { payload }),
      });
      response.writeHead(statusCode, headers as never);
      response.end(rawPayload);
    };
    await (here.fault ? here.fault(request, response, pass) : pass());
  };
  const listener: RequestListener = (request, response) => void answer(request, response);
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => {
    server.closeAllConnections();
    server.close();
  });
  const here: Between = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    listener,
    fault: undefined,
    isZonegraph: false,
    seen: [],
  };
  return here;
}

export const incumbentBefore = ({ app, container }: TestWorld): Incumbent =>
  new Incumbent({ app, container });

export const html =
  (status: number): Fault =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>We are sorry</h1>');

export const json =
  (status: number, body: unknown, headers = {}): Fault =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** Half an answer, and the line is cut. */
export const cut: Fault = (_, response) => {
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
    .write('{"code":1000,"data":{"dom');
  setTimeout(() => response.destroy(), 20);
};

/** The registry answers, and its answer is on its way for as long as this takes. */
export const onItsWay =
  (until: () => Promise<unknown>): Fault =>
  async (_, response, pass) => {
    const end = response.end.bind(response) as (chunk: unknown) => ServerResponse;
    let answer: unknown;
    response.end = ((chunk: unknown) => {
      answer = chunk;
      return response;
    }) as never;
    await pass();
    await until();
    return end(answer);
  };

export interface HeldBack {
  readonly fault: Fault;
  /** So many were asked and have not been answered. */
  readonly waiting: () => number;
  release(): void;
}

/** Answers to these questions are on their way until they are released; all of them, or the first one only. */
export function holdBack(isHeld: (line: string) => boolean, most = Infinity): HeldBack {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let held = 0;
  let waiting = 0;
  const wait = async (): Promise<void> => {
    waiting += 1;
    await released;
    waiting -= 1;
  };
  return {
    fault: (request, response, pass) => {
      if (held >= most || !isHeld(`${request.method} ${request.url}`)) return pass();
      held += 1;
      return onItsWay(wait)(request, response, pass);
    },
    waiting: () => waiting,
    release: () => release(),
  };
}

export const silent: Fault = () => {};

/** A change arrives and is done, and then something happens instead of its answer; questions are answered. */
export const doneBut =
  (then: Fault): Fault =>
  async (request, response, pass) => {
    if (request.method === 'GET') return pass();
    const { writeHead, end } = response;
    response.writeHead = (() => response) as never;
    response.end = (() => response) as never;
    await pass();
    Object.assign(response, { writeHead, end });
    return then(request, response, pass);
  };

/** A change is done, and nobody hears of it. */
export const doneUnheard: Fault = doneBut((_, response) => response.destroy());

/** A change does not arrive; questions are answered. */
export const neverArrives: Fault = (request, response, pass) =>
  request.method === 'GET' ? pass() : response.destroy();

/** A change reaches the registry only when this is over, and nobody waits for it any more by then; questions are answered. */
export const arrivesLate =
  (until: Promise<unknown>, { isCut = true } = {}): Fault =>
  async (request, response, pass) => {
    if (request.method === 'GET') return pass();
    // As the caller does itself when its time is over.
    if (isCut) response.destroy();
    await until;
    return pass();
  };
