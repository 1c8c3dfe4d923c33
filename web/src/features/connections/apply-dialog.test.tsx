import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { afterEach, expect, test, vi } from 'vitest';
import type { Me } from '../../../../shared/contract/account.ts';
import type {
  ApplyJob,
  Connection,
  ContactImport,
} from '../../../../shared/contract/connections.ts';
import { connectionExamples } from '../../../../shared/contract/examples/connections.ts';
import { privateConnectionExamples } from '../../../../tests/support/examples/connections.ts';
import { listExamples } from '../../../../shared/contract/examples/lists.ts';
import type { AccountRole } from '../../../../shared/model/account.ts';
import type { ServiceName } from '../../../../shared/model/connections/service-name.ts';
import { stubBrowserApis } from '../../testing/open-list.tsx';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { signedInUser } from '../../testing/signed-in-user.ts';
import { ConnectionsPage } from './connections-page.tsx';

stubBrowserApis();
afterEach(() => {
  toast.remove();
  vi.useRealTimers();
});

const CONNECTION: Connection = privateConnectionExamples.connect.response.data;
const IMPORT: ContactImport = { ...connectionExamples.getImport.response.data, state: 'finished' };
const WORKING: ApplyJob = connectionExamples.applyVerdicts.response.data;
const FINISHED: ApplyJob = {
  ...WORKING,
  state: 'finished',
  done: 1800,
  changed: 1780,
  unsubscribed: 17,
  missing: 3,
  undo_until: '2999-12-20T17:00:00.000Z',
};
const ALL = { undeliverable: ['mark', 'field'], risky: ['mark', 'field'] } as const;

interface State {
  service: ServiceName;
  connections: Connection[];
  list: object;
  canResubscribe: boolean;
  jobs: ApplyJob[];
  /** Whether the response to the next start is lost. */
  isLost: boolean;
  reason: string;
  isMissing: boolean;
}

/** Opens the dialog of a finished import. Tests can change the server's state. */
async function open(given: Partial<State> = {}, accountRole: AccountRole = 'admin') {
  const server: State = {
    service: 'mailchimp',
    connections: [CONNECTION],
    list: {},
    canResubscribe: false,
    jobs: [],
    isLost: false,
    reason: '',
    isMissing: false,
    ...given,
  };
  const calls: { call: string; body: unknown; key: string | null }[] = [];
  const answer = (call: string): unknown => {
    if (call === 'GET /api/connections')
      return {
        connections: server.connections,
        imports: [{ ...IMPORT, service: server.service }],
        logins: [],
      };
    if (call.startsWith('GET /api/file/'))
      return { ...listExamples.getFile.response.data, ...server.list };
    if (call === 'GET /api/apply')
      return { can_resubscribe: server.canResubscribe, jobs: server.jobs };
    if (call === 'POST /api/apply') server.jobs = [{ ...WORKING, service: server.service }];
    else server.jobs = [{ ...FINISHED, state: 'undoing', done: 0 }];
    return server.jobs[0];
  };
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers }: RequestInit) => {
    const call = `${method} ${new URL(path, 'https://app.test').pathname}`;
    const key = new Headers(headers).get('idempotency-key');
    calls.push({ call, body: body === undefined ? undefined : JSON.parse(String(body)), key });
    if (call === 'POST /api/apply' && server.isLost) {
      server.isLost = false;
      throw new TypeError('Failed to fetch');
    }
    if (call === 'POST /api/apply' && server.reason !== '') {
      const json = { message: ['No'], code: 'service_failed', reason: server.reason };
      return Response.json(json, { status: 422 });
    }
    if (call.startsWith('GET /api/file/') && server.isMissing)
      return Response.json({ message: ['No such list'], code: 'not_found' }, { status: 404 });
    return Response.json({ data: answer(call) });
  });
  renderInApp(<ConnectionsPage />, {
    me: { ...signedInUser, account_role: accountRole } as unknown as Me,
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^(Apply…|Changes:) / }));
  const dialog = within(await screen.findByRole('dialog'));
  const press = async (name: string) => user.click(await dialog.findByRole('button', { name }));
  const callsOf = (call: string) => calls.filter((each) => each.call === call);
  return { server, user, dialog, press, callsOf };
}

type Dialog = Awaited<ReturnType<typeof open>>['dialog'];
const boxesOf = (dialog: Dialog, name: RegExp) =>
  within(dialog.getByRole('group', { name })).getAllByRole<HTMLInputElement>('checkbox');
const labelsOf = (boxes: readonly HTMLInputElement[]) =>
  boxes.map(({ labels }) => labels?.[0]?.textContent);

test('marks contacts and writes the status of each kind, unless told otherwise', async () => {
  const { dialog, press, callsOf } = await open();
  await dialog.findByRole('group', { name: 'Invalid · 640 contacts' });
  for (const name of [/^Invalid/, /^Risky · 190 contacts/, /^Unknown · 70 contacts/])
    expect(boxesOf(dialog, name).map(({ checked }) => checked)).toEqual([true, true, false]);
  await press('Apply');
  await dialog.findByText('Applying verdicts');
  expect(callsOf('POST /api/apply').map(({ body }) => body)).toEqual([
    { list_id: IMPORT.id, actions: { ...ALL, unknown: ['mark', 'field'] } },
  ]);
  expect(dialog.queryByRole('button', { name: 'Apply' })).toBeNull();
});

test('sends only the chosen changes, and nothing for a status without contacts', async () => {
  const { dialog, user, press, callsOf } = await open({ list: { unknown: 0 } });
  await dialog.findByRole('group', { name: /^Invalid/ });
  expect(dialog.queryByRole('group', { name: /^Unknown/ })).toBeNull();
  const [mark, , unsubscribe] = boxesOf(dialog, /^Invalid/);
  for (const box of [mark, unsubscribe]) if (box) await user.click(box);
  for (const box of boxesOf(dialog, /^Risky/).slice(0, 2)) await user.click(box);
  await press('Apply');
  await vi.waitFor(() => expect(callsOf('POST /api/apply')).toHaveLength(1));
  expect(callsOf('POST /api/apply')[0]?.body).toEqual({
    list_id: IMPORT.id,
    actions: { undeliverable: ['field', 'unsubscribe'], risky: [], unknown: [] },
  });
});

test('does not start without a chosen change', async () => {
  const { dialog, user } = await open({ list: { risky: 0, unknown: 0 } });
  await dialog.findByRole('group', { name: /^Invalid/ });
  for (const box of boxesOf(dialog, /^Invalid/).slice(0, 2)) await user.click(box);
  dialog.getByText('Choose at least one change.');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true);
});

test.each<[ServiceName, boolean, string[]]>([
  [
    'mailchimp',
    false,
    [
      'Tag with “Tamis: undeliverable”',
      'Set the audience field TAMIS to “undeliverable”',
      'Mark as unsubscribed (cannot be undone)',
    ],
  ],
  [
    'hubspot',
    false,
    [
      'Add to the segment “Tamis: undeliverable”',
      'Set the property tamis_status to “undeliverable”',
      'Mark as unsubscribed (cannot be undone)',
    ],
  ],
  [
    'brevo',
    true,
    [
      'Add to the list “Tamis: undeliverable”',
      'Set the contact attribute TAMIS_STATUS to “undeliverable”',
      'Mark as unsubscribed',
    ],
  ],
  [
    'klaviyo',
    true,
    [
      'Add to the list “Tamis: undeliverable”',
      'Set the profile property TAMIS_STATUS to “undeliverable”',
      'Mark as unsubscribed',
    ],
  ],
  [
    'mailerlite',
    false,
    [
      'Add to the group “Tamis: undeliverable”',
      'Set the field tamis_status to “undeliverable”',
      'Mark as unsubscribed (cannot be undone)',
    ],
  ],
])('names the changes in terms of %s', async (service, canResubscribe, labels) => {
  const { dialog } = await open({ service, canResubscribe });
  await dialog.findByRole('group', { name: /^Invalid/ });
  expect(labelsOf(boxesOf(dialog, /^Invalid/))).toEqual(labels);
});

test('repeats a lost start with its key, and starts anew after an end', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { dialog, server, press, callsOf } = await open({ isLost: true });
  await press('Apply');
  await vi.waitFor(() => expect(callsOf('POST /api/apply')).toHaveLength(1));
  await press('Apply');
  await dialog.findByText('Applying verdicts');
  server.jobs = [{ ...FINISHED, state: 'undone' }];
  await vi.advanceTimersByTimeAsync(2000);
  await dialog.findByText('Changes undone');
  await press('Apply');
  await vi.waitFor(() => expect(callsOf('POST /api/apply')).toHaveLength(3));
  const [first, second, third] = callsOf('POST /api/apply').map(({ key }) => key);
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('polls a working job until it ends, and no longer once the dialog is closed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { dialog, server, user, press, callsOf } = await open({ jobs: [WORKING] });
  await dialog.findByText('0 of 1,800 contacts');
  server.jobs = [{ ...WORKING, done: 900 }];
  await vi.advanceTimersByTimeAsync(2000);
  await dialog.findByText('900 of 1,800 contacts');
  expect(dialog.getByRole<HTMLProgressElement>('progressbar').value).toBe(0.5);
  await press('Close');
  const closed = callsOf('GET /api/apply').length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(callsOf('GET /api/apply')).toHaveLength(closed);

  server.jobs = [FINISHED];
  await user.click(screen.getByRole('button', { name: /^Apply…/ }));
  await screen.findByText('Changed: 1,780. Already unsubscribed: 17. No longer at the service: 3.');
  const ended = callsOf('GET /api/apply').length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(callsOf('GET /api/apply')).toHaveLength(ended);
});

test('undoes changes after saying what stays, and names those changed since', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { dialog, server, user, press, callsOf } = await open({ jobs: [FINISHED] });
  await press('Undo');
  const question = within(await screen.findByRole('dialog', { name: 'Undo these changes?' }));
  question.getByText('Contacts that we unsubscribed stay unsubscribed at Mailchimp.');
  expect(callsOf(`POST /api/apply/${FINISHED.id}/undo`)).toHaveLength(0);
  await user.click(question.getByRole('button', { name: 'Undo' }));
  await dialog.findByText('0 of 1,780 contacts');
  expect(callsOf(`POST /api/apply/${FINISHED.id}/undo`)).toHaveLength(1);
  server.jobs = [{ ...FINISHED, state: 'undone', raced: 2 }];
  await vi.advanceTimersByTimeAsync(2000);
  await dialog.findByText('Changes undone');
  dialog.getByText('2 contacts were changed by someone else since, and were not restored.');
  expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('offers no undo after its time', async () => {
  const { dialog } = await open({
    jobs: [{ ...FINISHED, undo_until: '2026-01-01T00:00:00.000Z' }],
  });
  await dialog.findByText('Verdicts applied');
  expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('explains a failed job, which can be undone', async () => {
  const { dialog } = await open({ jobs: [{ ...FINISHED, state: 'failed', error: 'forbidden' }] });
  await dialog.findByText('Stopped before the end');
  expect(dialog.getByText(/^The key lacks a permission/)).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Undo' })).toBeDefined();
});

test('waits with a paused job until the account is connected again', async () => {
  const { dialog } = await open({ jobs: [{ ...WORKING, state: 'paused' }] });
  await dialog.findByText(/^Mailchimp no longer accepts the key/);
  expect(dialog.queryByRole('button', { name: /^(Apply|Undo)$/ })).toBeNull();
});

test('explains why the service refuses a start', async () => {
  const { dialog, press } = await open({ reason: 'revoked' });
  await press('Apply');
  expect(await dialog.findByText(/^Mailchimp does not accept the key/)).toBeDefined();
});

test('tries again after the list could not be loaded', async () => {
  const { dialog, server, press } = await open({ isMissing: true });
  await dialog.findByText('No such list');
  server.isMissing = false;
  await press('Try again');
  expect(await dialog.findByRole('group', { name: /^Invalid/ })).toBeDefined();
});

test.each([
  ['is not finished', { status: 4 }, /^The list is still being verified/],
  ['was canceled', { status: 6 }, /^The list was not verified/],
  ['has only valid addresses', { invalid: 0, risky: 0, unknown: 0 }, /there is nothing to apply/],
])('says that a list %s', async (_title, list, text) => {
  const { dialog } = await open({ list });
  await dialog.findByText(text);
  expect(dialog.queryByRole('button', { name: 'Apply' })).toBeNull();
});

test.each<[string, AccountRole, Connection[]]>([
  ['a member', 'member', [CONNECTION]],
  ['a viewer', 'viewer', [CONNECTION]],
  ['an administrator whose account is disconnected', 'admin', []],
])('shows %s only what was done', async (_title, role, connections) => {
  const { dialog, callsOf } = await open({ connections, jobs: [FINISHED] }, role);
  await dialog.findByText('Verdicts applied');
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['']);
  expect(callsOf(`GET /api/file/${IMPORT.id}`)).toHaveLength(0);
  expect(screen.queryByRole('button', { name: /^Apply/ })).toBeNull();
});
