import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { usageExamples } from '../../../../shared/contract/examples/usage.ts';
import type { Api } from '../../lib/api.ts';
import { usageQuery } from './queries.ts';

it('computes the balances of all pages correctly if a credit is spent while they are loaded', async () => {
  const { data } = usageExamples.usage.response;
  const row = { ...data.data[0], change: -1 };
  let available = 7;
  const api = async (_: unknown, { query }: { query: { cursor?: string } }) => {
    const balance = { ...data.balance, available };
    const [day, next] = query.cursor === undefined ? ['20', 'c'] : ['19', null];
    const rows = [{ ...row, day: `2026-11-${day}`, at: `2026-11-${day}T10:00:00.000Z` }];
    const page = { ...data, balance, closing: available, data: rows, next };
    available -= 1;
    return { data: page };
  };
  const usage = await new QueryClient().fetchQuery(usageQuery(api as unknown as Api, '2026-11'));
  expect(usage.rows.map(({ day, balance }) => [day, balance])).toEqual([
    ['2026-11-20', 7],
    ['2026-11-19', 8],
  ]);
  expect([usage.balance.available, usage.closing]).toEqual([7, 7]);
});
