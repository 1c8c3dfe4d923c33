import type { Route } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { signUp, until } from '../support/customer.ts';
import type { Service } from '../support/stack.ts';
import { it, remember, type Visitor } from './visitor.ts';

it.override({ tolerated: /Failed to load resource/ });

type Answer = Parameters<Route['fulfill']>[0];
const DOWN: Answer = { status: 500, body: '' };

/** The dashboard, with a clock that stands still and calls that are counted and may be answered. */
async function open({ visitor, service }: { visitor: Visitor; service: Service }, name: string) {
  const { page, context } = visitor;
  const { token } = await signUp(service, `${name}@customer.test`);
  await remember(visitor, { session: token }, service);
  const asked = { me: 0, lists: 0 };
  const answers: Record<keyof typeof asked, Answer[]> = { me: [], lists: [] };
  let pending = 0;
  const watch = (path: string, call: keyof typeof asked) =>
    page.route(path, async (route) => {
      asked[call] += 1;
      pending += 1;
      const answer = answers[call].shift();
      if (answer) await route.fulfill(answer);
      else await route.continue();
    });
  const close = (request: { url(): string }): void => {
    if (/\/api\/(me|get-file)/.test(request.url())) pending -= 1;
  };
  page.on('requestfinished', close).on('requestfailed', close);
  await watch('**/api/me', 'me');
  await watch('**/api/get-file?*', 'lists');

  await page.clock.install();
  await page.goto(paths.dashboard);
  await page.getByText('Your lists will appear here.').waitFor();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  /** Lets seconds pass one by one, with what they bring. */
  const pass = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += 1) {
      await page.clock.runFor(1000);
      await until(
        async () => pending,
        (left) => left <= 0,
      );
      await page.evaluate(() => document.title);
    }
  };
  const since = async (seconds: number) => {
    const before = { ...asked };
    await pass(seconds);
    return { me: asked.me - before.me, lists: asked.lists - before.lists };
  };
  return { page, context, answers, asked, pass, since };
}

it('asks for the user every 10 s and for the lists every 8 s', async ({ visitor, service }) => {
  const { since, answers, page } = await open({ visitor, service }, 'polls');
  expect(await since(40)).toEqual({ me: 4, lists: 5 });
  // A poll of the lists that fails says nothing, and the next one comes later.
  answers.lists.push(DOWN, DOWN);
  expect((await since(40)).lists).toBe(2);
  expect(await page.getByText('Your lists will appear here.').isVisible()).toBe(true);
  expect(await page.getByText('Something Went Wrong').count()).toBe(0);
});

it('does not ask in a hidden tab, and asks at once when it is shown', async ({
  visitor,
  service,
}) => {
  const { page, since } = await open({ visitor, service }, 'hides');
  const show = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  await show('hidden');
  expect(await since(40)).toEqual({ me: 0, lists: 0 });
  await show('visible');
  expect(await since(1)).toEqual({ me: 1, lists: 1 });
});

it('waits as a busy server tells, and says so', async ({ visitor, service }) => {
  const { page, since, answers } = await open({ visitor, service }, 'waits');
  answers.me.push({ status: 429, headers: { 'retry-after': '45' }, body: '' });
  expect((await since(40)).me).toBe(1);
  await page.getByText(/The service is busy; next try in \d+\u00A0s\./).waitFor();
  expect((await since(16)).me).toBe(1);
  await page.getByText('The service is busy').first().waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(paths.dashboard);
});

it('keeps the page while the device is offline', async ({ visitor, service }) => {
  const { page, context, pass } = await open({ visitor, service }, 'offline');
  await context.setOffline(true);
  await pass(45);
  await page.getByText(/^You are offline\. What you see is from/).waitFor();
  expect(await page.getByText('Your lists will appear here.').isVisible()).toBe(true);
  await context.setOffline(false);
  await pass(2);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(paths.dashboard);
});

it('logs out after the second failure of a refresh', async ({ visitor, service }) => {
  const { page, context, answers, pass } = await open({ visitor, service }, 'fails');
  answers.me.push(DOWN);
  await pass(12);
  expect(new URL(page.url()).pathname).toBe(paths.dashboard);
  answers.me.push(DOWN, DOWN);
  await pass(12);
  await page.waitForURL(`**${paths.login}`);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('session');
});
