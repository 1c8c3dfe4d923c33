import { expect, it } from 'vitest';
import { listenOnFreePort } from './free-port.ts';

const taken = Object.assign(new Error('taken'), { code: 'EADDRINUSE' });

function failingListener(failures: number, error: Error) {
  let tries = 0;
  return {
    listen: () =>
      ++tries > failures ? Promise.resolve(`listening at try ${tries}`) : Promise.reject(error),
  };
}

it('retries with another free port, and gives up eventually', async () => {
  expect(await listenOnFreePort(0, failingListener(3, taken).listen)).toBe('listening at try 4');
  await expect(listenOnFreePort(0, failingListener(1000, taken).listen)).rejects.toBe(taken);
});

it('does not retry for a given port or after another error', async () => {
  const forbidden = Object.assign(new Error('forbidden'), { code: 'EACCES' });
  await expect(listenOnFreePort(25, failingListener(1, taken).listen)).rejects.toBe(taken);
  await expect(listenOnFreePort(0, failingListener(1, forbidden).listen)).rejects.toBe(forbidden);
});
