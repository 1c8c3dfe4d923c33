import type { Client, Delivery, DeliveryDetail, Endpoint, Webhooks } from '@tamis/client';
import { afterEach, expect, it, vi } from 'vitest';
import { listen } from './listen.ts';

vi.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }));
afterEach(vi.unstubAllGlobals);

it.each([
  {
    situation: 'even if it appears after newer ones',
    polls: [['8'], ['9', '8'], ['9', '8', '7'], ['9', '8', '7']],
    expected: ['event 9 204', 'event 7 204'],
  },
  {
    situation: 'even if the receiver held up the one before for minutes',
    polls: [['2'], ['9', '3', '2']],
    expected: ['event 3 204', 'event 9 204'],
  },
])('forwards each new delivery once, $situation', async ({ polls, expected }) => {
  const webhooks: Pick<Webhooks, 'all' | 'deliveries' | 'delivery'> = {
    all: async () => [{ id: 'e1' } as Endpoint],
    async *deliveries() {
      const ids = polls.shift();
      if (!ids) throw new Error('stopped');
      for (const id of [...ids, '1'])
        yield { id, created_at: `2026-11-20T10:0${id}:00.000Z` } as Delivery;
    },
    delivery: async (_, id) => ({ type: `event ${id}`, payload: '{}' }) as DeliveryDetail,
  };
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  const forwarded: string[] = [];
  const listening = listen({ webhooks } as Client, {
    forwardTo: 'http://localhost/',
    secret: 'whsec_c2VjcmV0',
    onReady: () => undefined,
    onForwarded: (...each) => forwarded.push(each.join(' ')),
  });
  await expect(listening).rejects.toThrow('stopped');
  expect(forwarded).toEqual(expected);
});
