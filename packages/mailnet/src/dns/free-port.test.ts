import { expect, it } from 'vitest';
import { onFreePort } from './free-port.ts';

const taken = Object.assign(new Error('taken'), { code: 'EADDRINUSE' });

/** Listens successfully after `failures` attempts that fail with the same error. */
function luckyAfter(failures: number, error: Error) {
  let tries = 0;
  return {
    listen: () =>
      ++tries > failures ? Promise.resolve(`listening at try ${tries}`) : Promise.reject(error),
  };
}

it('tries another port where any will do, and gives up in the end', async () => {
  expect(await onFreePort(0, luckyAfter(3, taken).listen)).toBe('listening at try 4');
  await expect(onFreePort(0, luckyAfter(1000, taken).listen)).rejects.toBe(taken);
});

it('does not try again for a port that was asked for, nor after another error', async () => {
  const forbidden = Object.assign(new Error('forbidden'), { code: 'EACCES' });
  await expect(onFreePort(25, luckyAfter(1, taken).listen)).rejects.toBe(taken);
  await expect(onFreePort(0, luckyAfter(1, forbidden).listen)).rejects.toBe(forbidden);
});
