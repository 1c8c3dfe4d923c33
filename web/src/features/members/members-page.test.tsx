import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Me } from '../../../../shared/contract/account.ts';
import { memberExamples } from '../../../../tests/support/examples/members.ts';
import { securityExamples } from '../../../../tests/support/examples/security.ts';
import type { Members } from '../../../../shared/contract/members.ts';
import type { MemberRole } from '../../../../shared/model/account.ts';
import { stubBrowserApis } from '../../testing/open-list.tsx';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { signedInUser } from '../../testing/signed-in-user.ts';
import { MembersPage } from './members-page.tsx';

stubBrowserApis();

const SINCE = '2026-11-18T10:12:44.000Z';
const { data: example } = memberExamples.listMembers.response;
const [owner] = example.members;
const [invitation] = example.invitations;
const person = (email: string, role: MemberRole) => ({
  id: `id of ${email}`,
  email,
  name: email.startsWith('hopper') ? 'Grace Hopper' : '',
  role,
  since: SINCE,
  read_keys_until: null,
  has_factor: false,
});
const GRACE = person('hopper@customer.test', 'admin');
const ALAN = person('alan@customer.test', 'member');
const ada = { ...signedInUser, email: 'ada@customer.test', api_key: 'tms_live_1' };

const SSO = { ...example.sso, verified: false };
const { domain, issuer, client_id, role, required } = SSO;
const SETTINGS = { domain, issuer, client_id, role, required };

const key = (id: string, at: string | null) => ({
  kind: 'key',
  id,
  name: id.startsWith('k') ? `Key ${id}` : '',
  added_at: at,
  added_by: null,
  people: [] as string[],
  last_used_at: null,
  current: false,
});
const ACCESS = [
  { ...key('s1', SINCE), kind: 'session' },
  key('first', null),
  key('test', null),
  key('k-before', '2026-11-18T10:12:43.999Z'),
  key('k-since', SINCE),
  { ...key('e1', null), kind: 'endpoint', name: 'hooks.customer.test', people: [ALAN.id] },
  { ...key('k-other', SINCE), people: ['another'] },
];

/** Renders the page with an API that knows the team and records changes. */
function open({
  me = ada as object,
  refuse = [] as (string | number)[],
  transfer = null as Members['transfer'],
  sso = null as Members['sso'],
  alan = ALAN as object,
} = {}) {
  let team = { ...example, transfer, sso, members: [owner, GRACE, alan] } as unknown as Members;
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const request = method === 'GET' ? undefined : `${method} ${url}`;
    if (request) sent.push([request, body === undefined ? null : JSON.parse(String(body))]);
    const refusal = refuse.findIndex((each) => each === url || String(body).includes(`"${each}"`));
    if (refusal >= 0) {
      const [code] = refuse.splice(refusal, 2).slice(1);
      const error = code === 'domain_taken' ? { code: 'sso_failed', reason: code } : { code };
      return Response.json({ message: [`No: ${code}`], ...error }, { status: 409 });
    }
    if (url === '/api/security')
      return Response.json({
        data: { ...securityExamples.getSecurity.response.data, access: ACCESS },
      });
    if (url === '/api/account')
      return Response.json({ data: { ...me, account_name: JSON.parse(String(body)).name } });
    if (url === '/api/account/sso') {
      const { sso: saved } = JSON.parse(String(body));
      team = { ...team, sso: saved && { ...SSO, ...saved, verified: false } };
    }
    if (method === 'DELETE')
      team = {
        ...team,
        members: team.members.filter(({ id }) => !url.endsWith(encodeURIComponent(id))),
        invitations: team.invitations.filter(({ id }) => !url.endsWith(id)),
      };
    return Response.json({ data: team });
  });
  renderInApp(<MembersPage />, { me: me as Me });
  return { sent, user: userEvent.setup() };
}

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

test('shows each person, and lets nobody change the owner or themselves', async () => {
  open({ me: { ...ada, email: GRACE.email } });
  const rows = ['Ada Martin', 'Grace Hopper (you)', ALAN.email];
  for (const name of rows) {
    const cells = within(await row(name.replaceAll(/[()]/g, '.')));
    const isFixed = name !== ALAN.email;
    expect(cells.queryAllByRole('combobox')).toHaveLength(isFixed ? 0 : 1);
    expect(cells.queryAllByRole('button')).toHaveLength(isFixed ? 0 : 1);
  }
  expect(within(await row('Ada Martin')).getByText('Owner')).toBeDefined();
});

test('changes a role, and keeps the former one if the call fails', async () => {
  const { sent, user } = open({ refuse: ['viewer', 'not_found'] });
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', {
    name: `Role of ${ALAN.email}`,
  });
  await user.selectOptions(choice, 'viewer');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await vi.waitFor(() => expect(choice.value).toBe('member'));
  await user.selectOptions(choice, 'billing');
  const path = `POST /api/members/${encodeURIComponent(ALAN.id)}`;
  await vi.waitFor(() =>
    expect(sent).toEqual([
      [path, { role: 'viewer' }],
      [path, { role: 'billing' }],
    ]),
  );
});

test('invites, clears the form, and sends an open invitation again or withdraws it', async () => {
  const { sent, user } = open();
  const email = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' });
  const submit = screen.getByRole('button', { name: 'Send the invitation' });
  await user.click(submit);
  expect(document.activeElement).toBe(email);
  await user.type(email, 'joan@customer.test');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'viewer');
  await user.click(submit);
  await vi.waitFor(() => expect(email.value).toBe(''));
  const invited = invitation?.email ?? '';
  await user.click(
    await screen.findByRole('button', { name: `Send the invitation to ${invited} again` }),
  );
  await user.click(screen.getByRole('button', { name: `Withdraw the invitation to ${invited}` }));
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  await vi.waitFor(() => expect(screen.queryByText('Open invitations')).toBeNull());
  expect(sent).toEqual([
    ['POST /api/members', { email: 'joan@customer.test', role: 'viewer' }],
    ['POST /api/members', { email: invited, role: invitation?.role }],
    [`DELETE /api/members/invitations/${invitation?.id}`, null],
  ]);
});

test('explains to an account without a payment why it cannot invite', async () => {
  open({ me: { ...ada, api_key: null } });
  const prices = await screen.findByRole('link', { name: 'See the prices' });
  expect(prices.getAttribute('href')).toBe('/pricing-plan');
  expect(screen.queryByRole('button', { name: 'Send the invitation' })).toBeNull();
});

test('names the account', async () => {
  const { sent, user } = open();
  const field = await screen.findByRole('textbox', { name: 'Name of the account' });
  await user.clear(field);
  await user.type(field, 'Engines');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent).toEqual([['POST /api/account', { name: 'Engines' }]]));
});

test('says that the team could not be loaded, and retries', async () => {
  const { user } = open({ refuse: ['/api/members', 'internal'] });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await row('Grace Hopper')).toBeDefined();
});

const listed = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
const end = (id: string) => ['POST /api/security/end', { kind: 'key', id }];

const HOOK = ['POST /api/security/end', { kind: 'endpoint', id: 'e1' }];
const REVOKE = 'Revoke what';

test.each([
  [
    GRACE,
    ['First API key', 'Test key', 'API key · Key k-since'],
    ['first', 'test', 'k-since'].map(end),
  ],
  [ALAN, ['API key · Key k-since', 'Webhook · hooks.customer.test'], [end('k-since'), HOOK]],
] as const)(
  'removes %j, then revokes what the person added or could read',
  async (who, names, calls) => {
    const { sent, user } = open({ refuse: ['k-since', 'not_found'] });
    await user.click(
      await screen.findByRole('button', { name: `Remove ${who.name || who.email}` }),
    );
    await vi.waitFor(() => expect(listed()).toEqual(names));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await user.click(await screen.findByRole('button', { name: 'Revoke' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // The key was already revoked.
    expect(sent).toEqual([[`DELETE /api/members/${encodeURIComponent(who.id)}`, null], ...calls]);
    await vi.waitFor(() => expect(screen.queryByText(who.email)).toBeNull());
  },
);

test('keeps what is not selected, stops at a key that cannot be replaced, and tries again', async () => {
  const { sent, user } = open({ refuse: ['test', 'internal'] });
  await user.click(await screen.findByRole('button', { name: 'Remove Grace Hopper' }));
  await vi.waitFor(() => expect(listed()).toHaveLength(3));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  const revoke = await screen.findByRole('button', { name: 'Revoke' });
  await user.click(screen.getByRole('checkbox', { name: 'API key · Key k-since' }));
  await user.click(revoke);
  await vi.waitFor(() => expect(revoke.ariaBusy).not.toBe('true'));
  await user.click(revoke);
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.slice(1)).toEqual(['first', 'test', 'first', 'test'].map(end));
});

test.each([
  ['viewer', 1],
  ['admin', 0],
])('offers to revoke what a person added after the role %s: %i', async (next, dialogs) => {
  const { sent, user } = open();
  const name = `Role of ${ALAN.email}`;
  await user.selectOptions(await screen.findByRole('combobox', { name }), next);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await vi.waitFor(() =>
    expect(screen.queryAllByRole('dialog', { name: new RegExp(REVOKE) })).toHaveLength(dialogs),
  );
});

test('offers the account to an administrator', async () => {
  const { sent, user } = open({ me: { ...ada, account_role: 'owner' } });
  await user.click(await screen.findByRole('button', { name: 'Offer the account' }));
  const question = screen.getByRole('dialog', { name: 'Offer the account to Grace Hopper?' });
  await user.click(within(question).getByRole('button', { name: 'Offer the account' }));
  const path = `POST /api/members/${encodeURIComponent(GRACE.id)}`;
  await vi.waitFor(() => expect(sent).toEqual([[path, { role: 'owner' }]]));
});

test.each([
  ['Become the owner', 'Become the owner of', { accept: true, terms_accepted: 1 }],
  ['Decline', 'Decline the offer?', { accept: false }],
] as const)('lets the chosen administrator answer the offer: %s', async (name, title, body) => {
  const me = { ...ada, email: GRACE.email, account_role: 'admin', account_name: 'Engines' };
  const transfer = { to: GRACE.id, expires_at: SINCE };
  const { sent, user } = open({ me, transfer });
  await user.click(await screen.findByRole('button', { name }));
  const question = screen.getByRole('dialog', { name: new RegExp(title) });
  await user.click(within(question).getByRole('button', { name }));
  await vi.waitFor(() => expect(sent).toEqual([['POST /api/account/transfer', body]]));
  const former = { name: new RegExp(`${REVOKE} Ada Martin`) };
  await vi.waitFor(() =>
    expect(screen.queryAllByRole('dialog', former)).toHaveLength(Number(body.accept)),
  );
});

test('lets a new owner keep single sign-on at the domain of their address only', async () => {
  const me = { ...ada, email: GRACE.email, account_role: 'admin', account_name: 'Engines' };
  const given = { me, transfer: { to: GRACE.id, expires_at: SINCE } };
  const ask = async (at: string) => {
    const { sent, user } = open({ ...given, sso: { ...SSO, domain: at } as Members['sso'] });
    await user.click(await screen.findByRole('button', { name: 'Become the owner' }));
    return {
      sent,
      user,
      question: within(screen.getByRole('dialog', { name: /^Become the owner/ })),
    };
  };
  const other = await ask('elsewhere.test');
  expect(other.question.queryByRole('checkbox')).toBeNull();
  other.question.getByText(/^Single sign-on for elsewhere\.test ends/);
  cleanup();
  const { sent, user, question } = await ask('customer.test');
  await user.click(question.getByRole('checkbox', { name: /^Keep single sign-on/ }));
  await user.click(question.getByRole('button', { name: 'Become the owner' }));
  const body = { accept: true, terms_accepted: 1, keep_sso: true };
  await vi.waitFor(() => expect(sent).toEqual([['POST /api/account/transfer', body]]));
});

test('lets the owner withdraw the offer', async () => {
  const transfer = { to: GRACE.id, expires_at: SINCE };
  const { sent, user } = open({ me: { ...ada, account_role: 'owner' }, transfer });
  await user.click(await screen.findByRole('button', { name: 'Withdraw the offer' }));
  const question = screen.getByRole('dialog', { name: 'Withdraw the offer?' });
  await user.click(within(question).getByRole('button', { name: 'Withdraw the offer' }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual([`POST /api/members/${encodeURIComponent(GRACE.id)}`, { role: 'admin' }]);
});

test('requires a second factor of everybody, and says how many lack one', async () => {
  const { sent, user } = open();
  const name = 'Require a second factor';
  await user.click(await screen.findByRole('button', { name }));
  expect(screen.getByText(/2 people have none/)).toBeDefined();
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
  await vi.waitFor(() => expect(sent).toEqual([['POST /api/account', { requires_factor: true }]]));
});

const SAVE = 'POST /api/account/sso';
const asOwner = { ...ada, account_role: 'owner' };
const codeNamed = (name: RegExp) =>
  screen.getAllByRole('group', { name }).map(({ textContent }) => textContent);

test('sets up single sign-on, after showing the redirect URI, and then shows the record', async () => {
  const { sent, user } = open({
    me: asOwner,
    refuse: ['tamis', 'sso_failed', 'tamis', 'domain_taken'],
  });
  await user.click(await screen.findByRole('button', { name: 'Set up single sign-on' }));
  expect(codeNamed(/^Redirect URI/)).toEqual([`${location.origin}/sso/${ada.account_id}`]);
  const dialog = within(screen.getByRole('dialog'));
  for (const [label, value] of [
    ['Domain', 'Customer.test'],
    ['Issuer URL', issuer],
    ['Client ID', client_id],
    ['Client secret', 's1'],
  ] as const)
    fireEvent.input(dialog.getByLabelText(label), { target: { value } });
  await user.selectOptions(dialog.getByLabelText('Role of those who join'), 'viewer');
  await user.click(dialog.getByRole('checkbox'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('No OpenID Connect provider answers at this URL')).toBeDefined();
  expect(document.activeElement).toBe(dialog.getByLabelText('Issuer URL'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/^Another account uses this domain/)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Not verified yet/)).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(codeNamed(/TXT record|^Redirect URI/)).toEqual([
    SSO.record_name,
    SSO.record_value,
    SSO.redirect_uri,
  ]);
  const settings = { ...SETTINGS, role: 'viewer', required: true, client_secret: 's1' };
  expect(sent).toEqual([1, 2, 3].map(() => [SAVE, { sso: settings }]));
});

test('checks the record again with the same settings, and removes them', async () => {
  const { sent, user } = open({ me: asOwner, sso: SSO as Members['sso'] });
  await user.click(await screen.findByRole('button', { name: 'Check again' }));
  await vi.waitFor(() => expect(sent).toEqual([[SAVE, { sso: SETTINGS }]]));
  const name = 'Remove single sign-on';
  await user.click(screen.getByRole('button', { name }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
  await screen.findByRole('button', { name: 'Set up single sign-on' });
  expect(sent.slice(1)).toEqual([[SAVE, { sso: null }]]);
});

test('warns of a requirement without a verified domain', async () => {
  open({ me: asOwner, sso: { ...SSO, required: true, locked: true } as Members['sso'] });
  expect(await screen.findByText(/only you can log in with a password/)).toBeDefined();
});

test('names the members outside the domain before single sign-on is required', async () => {
  const { user } = open({ me: asOwner, sso: SSO as Members['sso'] });
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  const field = within(screen.getByRole('dialog')).getByRole('textbox', { name: 'Domain' });
  await user.clear(field);
  await user.type(field, 'Müller.test');
  expect(screen.queryByText(/^Outside the domain/)).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: /must use single sign-on/ }));
  const warning = screen.getByText(/^Outside the domain/).textContent;
  expect(warning).toContain(`${GRACE.email}, ${ALAN.email}`);
  await user.clear(field);
  await user.type(field, 'customer.test');
  expect(screen.queryByText(/^Outside the domain/)).toBeNull();
});

test('lets the owner confirm a member who is held', async () => {
  const { sent, user } = open({ me: asOwner, alan: { ...ALAN, held: true } });
  expect(await screen.findByText(/^On hold/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: `Confirm ${ALAN.email}` }));
  const path = `POST /api/members/${encodeURIComponent(ALAN.id)}`;
  await vi.waitFor(() => expect(sent).toEqual([[path, { role: 'member' }]]));
});

test('shows verified settings to the owner only, and keeps the secret', async () => {
  const sso = { ...SSO, verified: true } as Members['sso'];
  const { sent, user } = open({ me: asOwner, sso });
  expect(await screen.findByText('Verified')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  await vi.waitFor(() =>
    expect(sent).toEqual([[SAVE, { sso: { ...SETTINGS, client_secret: '' } }]]),
  );
  cleanup();
  open({ me: { ...ada, account_role: 'admin' }, sso });
  await row('Grace Hopper');
  expect(screen.queryByText('Single sign-on')).toBeNull();
});

test('removes a member in a single sign-on session, which cannot replace keys', async () => {
  const me = { ...ada, account_role: 'admin', via_sso: true };
  const { sent, user } = open({ me, refuse: ['/api/security', 'forbidden'] });
  await user.click(await screen.findByRole('button', { name: `Remove ${ALAN.email}` }));
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([[`DELETE /api/members/${encodeURIComponent(ALAN.id)}`, null]]);
});
