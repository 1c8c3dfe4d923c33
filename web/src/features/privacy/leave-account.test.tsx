import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createSession } from '../../lib/session.ts';
import { stubBrowserApis } from '../../testing/open-list.tsx';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { LeaveAccount } from './leave-account.tsx';

stubBrowserApis();
const session = createSession();
afterEach(() => session.end());

test('leaves the account after a question, and shows the default account', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, headers }: RequestInit) => {
    sent.push(`${method} ${url} ${new Headers(headers).get('x-account-id')}`);
    return Response.json({ data: {} });
  });
  session.switchAccount('joined');
  renderInApp(<LeaveAccount />, { session });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Leave the account' }));
  expect(sent).toEqual([]);
  const dialog = await screen.findByRole('dialog', { name: 'Leave Ada L?' });
  await user.click(
    [...dialog.querySelectorAll('button')].find(
      (each) => each.textContent === 'Leave the account',
    ) ?? dialog,
  );
  await vi.waitFor(() => expect(session.account()).toBeUndefined());
  expect(sent).toEqual(['DELETE /api/members/me joined']);
});
