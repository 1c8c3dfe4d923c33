import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { accountExamples } from '../../../../tests/support/examples/account.ts';
import { formExamples } from '../../../../tests/support/examples/forms.ts';
import { stubBrowserApis } from '../../testing/open-list.tsx';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { FormsPage } from './forms-page.tsx';

stubBrowserApis();

const me = accountExamples.me.response.data;
const { data: FORM } = formExamples.updateForm.response;
const SECRET = formExamples.getFormSecret.response;

/** Opens the page with one form, or with none if `count` is 0. @returns the submitted bodies */
function open(
  overLimit: number,
  apiKey: string | null = null,
  unanswered = 0,
  count = 1,
): unknown[] {
  const sent: unknown[] = [];
  vi.stubGlobal('FORM_SCRIPT', { file: '/form/v1-abc.js', integrity: 'sha384-abc' });
  const days = [Object.assign({}, ...FORM.days, { over_bound: overLimit, unanswered })];
  const call = async (url: string, { body }: RequestInit) => {
    if (url.endsWith(`/${FORM.id}/secret`)) return Response.json(SECRET);
    if (body !== undefined) sent.push(JSON.parse(String(body)));
    return Response.json({ data: { forms: count === 0 ? [] : [{ ...FORM, days }] } });
  };
  vi.stubGlobal('fetch', vi.fn(call));
  renderInApp(<FormsPage />, { me: { ...me, api_key: apiKey } });
  return sent;
}

test('shows the script tag of a form with the hash of the script', async () => {
  open(0);
  const line = await screen.findByRole('group', { name: 'In your page' });
  expect(line.textContent).toBe(
    `<script src="${location.origin}/form/v1-abc.js" integrity="sha384-abc" crossorigin="anonymous" data-key="${FORM.live_key}" async></script>`,
  );
  expect(screen.queryByText(/daily limit\)/)).toBeNull();
});

test('shows what visitors would see before there is a form, without a call', async () => {
  open(0, null, 0, 0);
  const samples = within(await screen.findByRole('group', { name: 'Examples to try:' }));
  const click = async (name: string) => fireEvent.click(samples.getByRole('button', { name }));
  const field = await screen.findByLabelText<HTMLInputElement>('Email address');
  const calls = vi.mocked(fetch).mock.calls.length;
  await click('undeliverable@sandbox.test');
  const note = () => document.querySelector('tamis-note')?.shadowRoot?.querySelector('p');
  await expect.poll(() => note()?.textContent).toBe('This address does not receive mail.');
  await click('disposable@sandbox.test');
  await expect.poll(() => note()?.textContent).toBe('Please use an address that you keep.');
  await click('ada@gmial.com');
  await expect.poll(() => note()?.textContent).toBe('Did you mean ada@gmail.com?');
  note()?.querySelector('button')?.click();
  expect(field.value).toBe('ada@gmail.com');
  expect(vi.mocked(fetch).mock.calls).toHaveLength(calls);
});

test('loads the secret of a form only when it is asked for', async () => {
  open(0);
  const name = 'TAMIS_FORM_SECRET';
  const show = await screen.findByText('Show the secret');
  expect(screen.queryByRole('group', { name, hidden: true })).toBeNull();
  fireEvent.click(show);
  const line = await screen.findByRole('group', { name, hidden: true });
  expect(line.textContent).toBe(`${name}=${SECRET.data.secret}`);
});

test('shows how many addresses were not checked because of the daily limit', async () => {
  open(12);
  const notice = /without a mailbox check \(daily limit\): 12\./;
  expect(await screen.findByText(notice)).toBeDefined();
});

test('shows how many checks had no answer', async () => {
  open(0, 'tms_live_1', 3);
  expect(await screen.findByText(/no credits, .* or outage\): 3\./)).toBeDefined();
  cleanup();
  open(0, 'tms_live_1');
  await screen.findByRole('group', { name: 'In your page' });
  expect(screen.queryByText(/outage/)).toBeNull();
});

test('shows a customer who has not paid which addresses forms accept', async () => {
  open(0);
  await screen.findByText(/Forms check real addresses from your first purchase on/);
  expect(screen.getByRole('link', { name: 'See the prices' }).getAttribute('href')).toBe(
    '/pricing-plan',
  );
  cleanup();
  open(0, 'tms_live_1');
  await screen.findByRole('group', { name: 'In your page' });
  expect(screen.queryByText(/your first purchase/)).toBeNull();
});

test.each([
  [null, FORM.test_key, /Until your first purchase, only sandbox addresses/],
  ['tms_live_1', FORM.live_key, /An answer about a mailbox costs a credit/],
])('tries a form of a customer with the key %s using %s', async (apiKey, key, text) => {
  const sent = open(0, apiKey);
  fireEvent.click(await screen.findByRole('button', { name: 'Try it' }));
  await screen.findByText(text);
  const field = screen.getByRole('textbox', { name: 'Email address' });
  const email = 'undeliverable@sandbox.test';
  fireEvent.input(field, { target: { value: email } });
  fireEvent.blur(field);
  await expect.poll(() => sent).toMatchObject([{ key, email, ask: 'domain' }, { ask: 'mailbox' }]);
});

test.each([
  ['shop.example', ['https://shop.example']],
  ['https://Shop.example/contact?a=1', ['https://shop.example']],
  [
    'shop.example:8443/x, www.shop.example',
    ['https://shop.example:8443', 'https://www.shop.example'],
  ],
  ['localhost:3000 127.0.0.1', ['http://localhost:3000', 'http://127.0.0.1']],
  ['localhost.shop.example', ['https://localhost.shop.example']],
])('sends the sites %s as origins', async (typed, origins) => {
  const sent = open(0);
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const field = await screen.findByRole('textbox', { name: 'Sites' });
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => sent).toMatchObject([{ origins }]);
});

test.each(['shop', 'http://shop.example', 'ftp://shop.example'])(
  'rejects the site %s',
  async (typed) => {
    const sent = open(0);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const field = await screen.findByRole('textbox', { name: 'Sites' });
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/Please enter an https origin/);
    expect(sent).toEqual([]);
  },
);
