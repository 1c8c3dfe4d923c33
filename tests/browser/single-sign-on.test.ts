import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { SAMPLE_CLIENT } from '../../lab/embedded/identity-provider/sample-company.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { buyFirstPlan, CUSTOMER_PASSWORD } from '../support/customer.ts';
import { loadSampleProvider } from '../support/identity-provider.ts';
import { createReadyCustomer } from '../support/ready-customer.ts';
import { connectToStack } from '../support/stack.ts';
import { button, dialog } from './screens/parts.ts';
import { en } from '../../web/src/testing/texts.ts';
import { FAILED_CALL_MESSAGE, it, logInAsCustomer } from './visitor.ts';

it.override({ tolerated: FAILED_CALL_MESSAGE });

const { account, common, layout, members, security } = en;

async function publish(name: string, text: string): Promise<void> {
  const { mailnet } = connectToStack(inject('home')).info;
  const url = `http://127.0.0.1:${mailnet?.countersPort}/texts/${name}`;
  const { status } = await fetch(url, { method: 'PUT', body: JSON.stringify([text]) });
  expect(status).toBe(204);
}

/** Goes from the login to the provider, and back as one of its people. */
async function logInAtProvider(page: Page, email: string): Promise<void> {
  await page.goto(paths.login);
  await page.getByLabel(account.email, { exact: true }).fill(email);
  await page.keyboard.press('Tab');
  await button(page, security.sso.logIn).click();
  await page.getByRole('button', { name: email }).click();
}

it('sets up single sign-on, with which people of the domain join or connect their login', async ({
  service,
  visitor,
}) => {
  const { context, page } = visitor;
  const owner = await logInAsCustomer(visitor, service, 'sso-owner@customer.test');
  // People join a paid account only.
  await buyFirstPlan(service, owner);
  await page.goto(paths.members);
  await button(page, members.sso.add).click();
  for (const [label, value] of [
    [members.sso.domain, 'acme.test'],
    [members.sso.issuer, await loadSampleProvider(service.url)],
    [members.sso.client, SAMPLE_CLIENT.id],
    [members.sso.secret, SAMPLE_CLIENT.secret],
  ] as const)
    await dialog(page).getByLabel(label, { exact: true }).fill(value);
  await dialog(page).getByRole('button', { name: common.save }).click();
  await page.getByText(members.sso.unverified).waitFor();
  const valueOf = async (name: string): Promise<string> =>
    (await page.getByRole('group', { name, exact: true }).textContent()) ?? '';
  await publish(await valueOf(members.sso.record_name), await valueOf(members.sso.record_value));
  await button(page, members.sso.check).click();
  await page.getByText(members.sso.verified, { exact: true }).waitFor();
  const redirectUri = await valueOf(members.sso.redirect_uri);

  /** Opens a page for another person, who has neither cookies nor other tabs. */
  const openForAnotherPerson = async (former: Page): Promise<Page> => {
    await former.close();
    await context.clearCookies();
    return context.newPage();
  };

  // Anna has no login yet.
  const anna = await openForAnotherPerson(page);
  await logInAtProvider(anna, 'anna@acme.test');
  await anna.waitForURL(`**${paths.dashboard}`, { waitUntil: 'commit' });
  await anna.goto(paths.settings);
  await anna.getByRole('heading', { name: en.privacy.leave.title }).waitFor();
  await anna.getByRole('link', { name: layout.security.title }).waitFor();
  await anna.goto(`${redirectUri}?code=of-another-person`);
  await anna.getByText(security.sso.noFlow).waitFor();

  // Bruno already has a login with a password.
  await createReadyCustomer(service, 'bruno@acme.test');
  const bruno = await openForAnotherPerson(anna);
  await logInAtProvider(bruno, 'bruno@acme.test');
  await bruno.getByText(security.sso.link).waitFor();
  await bruno.getByLabel(account.password, { exact: true }).fill(CUSTOMER_PASSWORD);
  await button(bruno, account.login.title).click();
  await bruno.getByText(security.sso.linked).waitFor();
  await context.clearCookies();
  await logInAtProvider(bruno, 'bruno@acme.test');
  await bruno.waitForURL(`**${paths.dashboard}`, { waitUntil: 'commit' });
  await bruno.goto(paths.settings);
  await bruno.getByRole('heading', { name: en.privacy.leave.title }).waitFor();
});
