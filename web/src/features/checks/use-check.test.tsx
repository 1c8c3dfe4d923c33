import { QueryClient, useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { accountExamples } from '../../../../tests/support/examples/account.ts';
import { checkExamples } from '../../../../shared/contract/examples/checks.ts';
import { createAppDependencies } from '../../lib/api.ts';
import { defaultConfig } from '../../lib/config.ts';
import { meQuery, refreshMe } from '../../lib/me-query.ts';
import { createSession } from '../../lib/session.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { useCheck } from './use-check.ts';

it.each([
  ['deliverable', 9],
  ['unknown', 10],
] as const)('shows the balance of the server after a check: %s', async (status, after) => {
  let available_credit = 10;
  const response = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (path: string) => {
    const { data } = accountExamples.me.response;
    if (path === '/api/me') return Response.json({ data: { ...data, available_credit } });
    available_credit -= 1;
    return response.promise;
  });
  const dependencies = createAppDependencies(defaultConfig, createSession());
  const queries = new QueryClient();
  const shown = new Set<number | undefined>();
  function Page() {
    const { data } = useQuery(meQuery(dependencies));
    const check = useCheck();
    shown.add(data?.available_credit);
    return (
      <button type="button" onClick={() => check.mutate({ email: 'ada@customer.test' })}>
        {data?.available_credit} {check.status}
      </button>
    );
  }
  renderInApp(<Page />, { queries });
  const button = await screen.findByText('10 idle');
  act(() => button.click());
  await screen.findByText('10 pending');
  // A poll during the check: the server charges first, and refunds a free verdict.
  await refreshMe(queries);
  await screen.findByText('9 pending');
  const { data, result } = checkExamples.checkEmail.response;
  available_credit = after;
  response.resolve(Response.json({ data, result: { ...result, status } }));
  await screen.findByText(`${after} success`);
  expect(shown).toEqual(new Set([undefined, 10, 9]));
});
