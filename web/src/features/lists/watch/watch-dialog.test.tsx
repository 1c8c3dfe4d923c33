import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Me } from '../../../../../shared/contract/account.ts';
import { connectionExamples } from '../../../../../shared/contract/examples/connections.ts';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import type { AccountRole } from '../../../../../shared/model/account.ts';
import { finishedListDetail, stubBrowserApis } from '../../../testing/open-list.tsx';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { signedInUser } from '../../../testing/signed-in-user.ts';
import { WatchDialog } from './watch-dialog.tsx';

stubBrowserApis();

const typical = { week: 5, month: 5, quarter: 5 };
const COSTS = { check: 5, week: 10, month: 10, quarter: 10, typical };
const ACTIONS = { undeliverable: ['mark', 'unsubscribe'], risky: [], unknown: ['field'] } as const;
const WATCH = { every: 'week', max_credits: 9, next_at: null, stopped: 'canceled' } as const;
const JOB = { ...connectionExamples.applyVerdicts.response.data, actions: ACTIONS };

/** Opens the dialog of an imported list, and returns the bodies of the requests to watch it. */
function open(list: object = {}, role: AccountRole = 'admin', jobs: readonly object[] = [JOB]) {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method === 'POST') sent.push(JSON.parse(String(body)));
    const isJobs = path.includes('/api/apply');
    return Response.json({ data: isJobs ? { can_resubscribe: false, jobs } : WATCH });
  });
  const connection = { id: 'c', service: 'klaviyo' };
  const imported = { ...finishedListDetail, connection, ...list } as unknown as ListDetail;
  const props = { costs: COSTS, refresh: async () => undefined, onClose: () => undefined };
  renderInApp(<WatchDialog list={imported} {...props} />, {
    me: { ...signedInUser, account_role: role } as unknown as Me,
  });
  return sent;
}
const box = () => screen.findByRole<HTMLInputElement>('checkbox');
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Watch' }));

test('says that new contacts are read, and changes contacts only if an administrator agrees', async () => {
  const sent = open();
  await screen.findByText(/^Each recheck first reads the contacts at Klaviyo/);
  expect((await box()).checked).toBe(false);
  expect(screen.getByText('Invalid: mark, mark as unsubscribed')).toBeDefined();
  expect(screen.getByText('Unknown: fill in the field')).toBeDefined();
  submit();
  await expect.poll(() => sent).toEqual([{ every: 'month', max_credits: 105 }]);
  fireEvent.click(await box());
  submit();
  await expect.poll(() => sent[1]).toMatchObject({ actions: ACTIONS });
});

test('keeps what was agreed', async () => {
  const watch = { ...WATCH, actions: ACTIONS };
  const sent = open({ watch }, 'admin', []);
  expect((await box()).checked).toBe(true);
  submit();
  await expect.poll(() => sent[0]).toMatchObject({ actions: ACTIONS });
});

test('warns a member who would end what was agreed', async () => {
  const sent = open({ watch: { ...WATCH, actions: ACTIONS } }, 'member');
  await screen.findByText(/only an administrator can agree to that/);
  expect(screen.queryByRole('checkbox')).toBeNull();
  submit();
  await expect.poll(() => sent[0]).not.toHaveProperty('actions');
});

test('does not offer what was undone', async () => {
  open({}, 'admin', [{ ...JOB, state: 'undone' }]);
  await screen.findByText(/^Each recheck first reads/);
  expect(screen.queryByRole('checkbox')).toBeNull();
});
