import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { en, fr } from '../../web/src/testing/texts.ts';
import { paths } from '../../web/src/lib/paths.ts';
import {
  buyFirstPlan,
  type TestCustomer,
  uploadList,
  waitForStatus,
  waitUntil,
} from '../support/customer.ts';
import { createReadyCustomer } from '../support/ready-customer.ts';
import type { Service } from '../support/stack.ts';
import { toastsOf } from './toasts.ts';
import { expectNoFaults, FAILED_CALL_MESSAGE, it, setCookie } from './visitor.ts';

it.override({ tolerated: FAILED_CALL_MESSAGE });

const MINUTE_MS = 60_000;
const texts = { en, fr };

/** Returns the path of the link in the last invitation to an address. */
const invitationTo = (service: Service, email: string): Promise<string> =>
  waitUntil(
    async () => /\/invitation\?\S+/.exec((await service.mails(email))[0]?.text ?? '')?.[0] ?? '',
    (path) => path !== '',
  );

const press = (page: Page, name: string | RegExp, key = 'Enter'): Promise<void> =>
  page.getByRole('button', { name, exact: true }).press(key);

for (const [language, width] of [
  ['en', 1280],
  ['fr', 375],
] as const) {
  const { account, layout, lists, members } = texts[language];

  it(`invites a colleague, who joins and starts a list, in ${language} at ${width} px, by keyboard`, async ({
    service,
    visitor,
  }) => {
    const { context, page } = visitor;
    const owner = await createReadyCustomer(service, `team-${language}@customer.test`, language);
    await buyFirstPlan(service, owner);
    await waitUntil(
      () => owner.api.me(),
      ({ data }) => data.api_key !== null,
    );
    const prepare = async (tab: Page): Promise<void> => {
      await tab.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
      await tab.setViewportSize({ width, height: 800 });
    };
    await setCookie(visitor, { session: owner.token }, service);
    await prepare(page);
    const email = `colleague-${language}@customer.test`;

    const inviting = Date.now();
    await page.goto(paths.members);
    await page.getByLabel(account.email, { exact: true }).fill(email);
    await page.keyboard.press('Enter');
    await page.getByRole('rowheader', { name: email }).waitFor();
    const link = await invitationTo(service, email);
    let elapsed = Date.now() - inviting;
    await expectNoFaults(page);

    // The colleague uses another browser.
    await page.close();
    await context.clearCookies();
    const other = await context.newPage();
    await prepare(other);
    await other.goto(link);
    await other.getByRole('button', { name: members.invitation.join }).waitFor();
    expect(other.url()).not.toContain('t=');
    await expectNoFaults(other);
    const joining = Date.now();
    await other.getByLabel(account.firstName, { exact: true }).fill('Grace');
    await other.getByLabel(account.lastName, { exact: true }).fill('Hopper');
    await other.getByLabel(account.password, { exact: true }).fill('Sieve4all');
    await other.getByLabel(members.invitation.agree).press('Space');
    await press(other, members.invitation.join);
    await other.waitForURL(`**${paths.dashboard}`);
    const chooser = other.waitForEvent('filechooser');
    await press(other, lists.upload.choose);
    const buffer = Buffer.from('a@no-such.test');
    await (await chooser).setFiles({ name: 'first.csv', mimeType: 'text/csv', buffer });
    await other.getByRole('button', { name: lists.upload.send, disabled: false }).waitFor();
    await press(other, lists.upload.send);
    const download = lists.downloadNamed.replace('{{name}}', 'first');
    await other.getByRole('button', { name: download }).waitFor();
    elapsed += Date.now() - joining;
    expect(elapsed).toBeLessThan(2 * MINUTE_MS);
    expect(await other.getByRole('link', { name: layout.buyCredits }).count()).toBe(0);
    // The upload panel covers a part of the page. Reload to close it.
    await other.reload();
    await other.getByRole('button', { name: download }).waitFor();
    await expectNoFaults(other);
    // The list belongs to the account of the owner, whose link works once.
    const { data } = await owner.api.listFiles();
    expect(data.data.map(({ file_name: name }) => name)).toEqual(['first']);
    await other.goto(link);
    await other.getByText(members.invitation.expired).waitFor();
  });
}

/** Makes a customer a member of another customer's account. */
async function join(service: Service, owner: TestCustomer, joiner: TestCustomer): Promise<void> {
  await owner.api.inviteMember({ body: { email: joiner.email, role: 'member' } });
  const link = await invitationTo(service, joiner.email);
  const { id = '', t = '' } = Object.fromEntries(new URLSearchParams(link.split('?')[1]));
  await joiner.api.acceptInvitation({ body: { id, t } });
}

it('shows two accounts in two tabs, until the person is removed from one', async ({
  service,
  visitor,
}) => {
  const { context, page: first } = visitor;
  const { members } = en;
  const owner = await createReadyCustomer(service, 'two-tabs-owner@customer.test');
  const person = await createReadyCustomer(service, 'two-tabs@customer.test');
  await buyFirstPlan(service, owner);
  await waitUntil(
    () => owner.api.me(),
    ({ data }) => data.api_key !== null,
  );
  await owner.api.editAccount({ body: { name: 'Engines' } });
  await join(service, owner, person);
  const file = { name: 'a.csv', bytes: Buffer.from('a@no-such.test') };
  await waitForStatus(owner, await uploadList(owner, 'List of the team', file));
  await waitForStatus(person, await uploadList(person, 'List of the person', file));
  const listIn = (page: Page, name: 'team' | 'person') =>
    page.getByRole('rowheader', { name: `List of the ${name}` });
  await setCookie(visitor, { session: person.token }, service);

  await first.goto(paths.dashboard);
  await listIn(first, 'person').waitFor();
  const second = await context.newPage();
  const named: (string | undefined)[] = [];
  second.on('request', (request) => {
    if (request.url().includes('/api/')) named.push(request.headers()['x-account-id']);
  });
  await second.setViewportSize({ width: 1280, height: 720 });
  await second.goto(paths.usage);
  await second.getByRole('heading', { level: 1 }).waitFor();
  expect(new Set(named)).toEqual(new Set([undefined]));
  // The menu starts at its first item, which is the account that is shown.
  await second.getByRole('button', { name: 'Ada Martin', exact: true }).press('Enter');
  await second.locator('[role=menuitem]:focus').waitFor();
  await expectNoFaults(second);
  await second.keyboard.press('ArrowDown');
  named.length = 0;
  await second.keyboard.press('Enter');
  await listIn(second, 'team').waitFor();
  expect(await listIn(second, 'person').count()).toBe(0);
  const { data: me } = await owner.api.me();
  expect(new Set(named)).toEqual(new Set([me.account_id]));
  // The sidebar has no room left over, but does not scroll.
  const menu = second.getByRole('navigation', { name: en.layout.navigation }).locator('div');
  const hidden = (each: Element): number => each.scrollHeight - each.clientHeight;
  for (const part of await menu.all()) expect(await part.evaluate(hidden)).toBeLessThanOrEqual(1);

  // The first tab keeps its account. A new tab shows the last choice.
  await first.reload();
  await listIn(first, 'person').waitFor();
  const third = await context.newPage();
  await third.goto(paths.dashboard);
  await listIn(third, 'team').waitFor();
  await third.close();

  const { data: team } = await owner.api.listMembers();
  const member = team.members.find(({ email }) => email === person.email);
  await owner.api.removeMember({ params: { id: member?.id ?? '' } });
  await second.bringToFront();
  await toastsOf(second).getByText('You are not a member of this account').waitFor();
  await listIn(second, 'person').waitFor();
  expect(await second.getByRole('group', { name: members.switch.label }).count()).toBe(0);
  await first.bringToFront();
  await listIn(first, 'person').waitFor();
});
