import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'undici';

/** What a process of ours holds, by its own word, after everything that nobody needs was collected. */
export interface Held {
  readonly heapBytes: number;
  /** Beside the heap: buffers, compiled code and the like. */
  readonly externalBytes: number;
  /** What keeps it alive, by kind, such as TCPSocketWrap and Timeout. */
  readonly resources: readonly string[];
}

const question = `JSON.stringify({ ...process.memoryUsage(), resources: process.getActiveResourcesInfo() })`;

/** Asks a process that was started with --inspect=127.0.0.1:port. Nobody stays connected: who listens keeps things alive. */
export async function heldBy(port: number, collections: number): Promise<Held> {
  const inspector = await open(port);
  try {
    // What one collection lets go of may have kept other things; finalizers run between.
    for (let time = 0; time < collections; time += 1) {
      await inspector.call('HeapProfiler.collectGarbage');
      await sleep(100);
    }
    const { result } = (await inspector.call('Runtime.evaluate', { expression: question })) as {
      result: { value: string };
    };
    const { heapUsed, external, resources } = JSON.parse(result.value) as {
      heapUsed: number;
      external: number;
      resources: string[];
    };
    return { heapBytes: heapUsed, externalBytes: external, resources };
  } finally {
    inspector.close();
  }
}

interface Inspector {
  call(method: string, params?: object): Promise<unknown>;
  close(): void;
}

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

async function open(port: number): Promise<Inspector> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let calls = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as Message;
    const call = id === undefined ? undefined : waiting.get(id);
    if (id !== undefined) waiting.delete(id);
    if (error) call?.reject(new Error(error.message));
    else call?.resolve(result);
  });
  const fail = (): void => {
    for (const { reject } of waiting.values()) reject(new Error('the inspector hung up'));
  };
  socket.addEventListener('close', fail);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`no inspector answers at port ${port}`)));
  });
  return {
    call: (method, params = {}) =>
      new Promise((resolve, reject) => {
        calls += 1;
        waiting.set(calls, { resolve, reject });
        socket.send(JSON.stringify({ id: calls, method, params }));
      }),
    close: () => socket.close(),
  };
}
