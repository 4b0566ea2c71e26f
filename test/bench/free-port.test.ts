import { expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../bench/free-port.ts';

it('a port is given to one only, though it has not been opened yet', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValueOnce(0.5).mockReturnValueOnce(0.5);
  onTestFinished(() => void random.mockRestore());
  const port = await freePort();
  expect(await freePort()).not.toBe(port);
});
