import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../bench/free-port.ts';
import { onFileSystem } from '../../test/support/file-system.ts';
import { Caller, person } from '../caller.ts';
import { expectKept } from '../creators.ts';
import { becomesReady, ready } from '../health.ts';
import { Server } from '../server.ts';
import { expectEqual, proveLedger, type Scenario } from '../testbed.ts';

/** More than the space that is left takes. */
const mostContacts = 3_000;
const leftBytes = 64 * 1024;

/** The embedded database runs out of space: refused and told, or ended and told; and there again when there is some. */
export const fullDisk: Scenario = {
  name: 'full-disk',
  play: async ({ scale }) => {
    const disk = onFileSystem('size=160m');
    if (!disk) return 'left out: no file system can be mounted here';
    const server = new Server(await freePort(), { DATA_DIR: join(disk.path, 'data') });
    try {
      await server.start();
      const ends: string[] = [];
      for (let round = 0; round < Math.ceil(scale / 5); round += 1)
        ends.push(await fillUp(server, disk.path, round));
      return `${ends.join('; ')}; nothing acknowledged was lost`;
    } finally {
      await server.end('SIGKILL');
      disk.remove();
    }
  },
};

async function fillUp(server: Server, path: string, round: number): Promise<string> {
  const filler = join(path, 'filler');
  const caller = new Caller(() => server.url);
  const acknowledged: string[] = [];
  const create = async (id: string): Promise<number | undefined> => {
    const answer = await caller.rest('alpha', 'POST /contacts', { contact: { ...person, id } });
    if (answer?.code === 1000) acknowledged.push(String(answer.data.contact?.code));
    return answer?.status;
  };
  for (let turn = 0; turn < 20; turn += 1) expectEqual(await create(`E${round}-${turn}`), 200, 'a contact');
  const { bavail, bsize } = statfsSync(path);
  writeFileSync(filler, Buffer.alloc(bavail * bsize - leftBytes));
  let status: number | undefined = 200;
  for (let turn = 0; turn < mostContacts && status === 200; turn += 1)
    status = await create(`X${round}-${turn}`);
  // No answer is one from a process that has ended.
  if (status === undefined) await sleep(2000);
  else expectEqual(status, 503, 'the answer of a full disk');
  const isRunning = server.isRunning;
  if (isRunning) expectEqual(await ready(server.url), 503, '/readyz of a full disk');
  else if (!server.output.includes('space')) throw new Error(`it ended and said only: ${server.output}`);
  rmSync(filler);
  if (!isRunning) await server.start();
  await becomesReady(server.url);
  expectEqual(await create(`Y${round}`), 200, 'a contact when there is space again');
  await server.end('SIGTERM');
  await server.start();
  await expectKept(caller, acknowledged);
  await proveLedger(caller);
  return `${acknowledged.length} acknowledged on a disk that filled up, then ${isRunning ? 'refused with 503' : 'the process ended and said why'}`;
}
