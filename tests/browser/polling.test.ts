import type { Route } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { waitUntil } from '../support/customer.ts';
import { createReadyCustomer } from '../support/ready-customer.ts';
import type { Service } from '../support/stack.ts';
import { t } from './english.ts';
import { FAILED_CALL_MESSAGE, it, setCookie, type BrowserVisitor } from './visitor.ts';

it.override({ tolerated: FAILED_CALL_MESSAGE });

type Answer = Parameters<Route['fulfill']>[0];
const DOWN: Answer = { status: 500, body: '' };

declare global {
  /** Waits until the page has read the responses to all its calls; runs in the page. */
  var answersRead: () => Promise<void>;
}

/** Makes a page signal when it has read the responses, independently of its paused clock. */
function trackFetches(): void {
  const send = globalThis.fetch;
  const unread = new Set<Promise<unknown>>();
  const turn = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', resolve);
      port1.start();
      port2.postMessage(undefined);
    });
  globalThis.fetch = (...request) => {
    const answer = send(...request);
    const read = answer.then((response) => response.clone().arrayBuffer()).catch(() => undefined);
    unread.add(read);
    void read.finally(() => unread.delete(read));
    return answer;
  };
  globalThis.answersRead = async () => {
    for (let quiet = 0; quiet < 20; quiet += 1) {
      if (unread.size > 0) quiet = 0;
      await Promise.all(unread);
      await turn();
    }
  };
}

/** Opens the dashboard with a paused clock. Counts the calls, and lets the test answer them. */
async function open(
  { visitor, service }: { visitor: BrowserVisitor; service: Service },
  name: string,
) {
  const { page, context } = visitor;
  const { token } = await createReadyCustomer(service, `${name}@customer.test`);
  await setCookie(visitor, { session: token }, service);
  const requests = { me: 0, lists: 0 };
  const answers: Record<keyof typeof requests, Answer[]> = { me: [], lists: [] };
  const watch = (path: string, call: keyof typeof requests) =>
    page.route(path, async (route) => {
      requests[call] += 1;
      const answer = answers[call].shift();
      if (answer) await route.fulfill(answer);
      else await route.continue();
    });
  await watch('**/api/me', 'me');
  await watch('**/api/get-file?*', 'lists');
  await page.addInitScript(trackFetches);

  await page.clock.install();
  await page.goto(paths.dashboard);
  await page.getByText('Your lists will appear here.').waitFor();
  // Overdue calls are made once, and all other timers restart at this time.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await page.evaluate(() => globalThis.answersRead());
  /** Advances one second at a time, because a response starts the next timer. */
  const advance = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += 1) {
      await page.clock.runFor(1000);
      await page.evaluate(() => globalThis.answersRead());
    }
  };
  const requestsWithin = async (seconds: number) => {
    const before = { ...requests };
    await advance(seconds);
    return { me: requests.me - before.me, lists: requests.lists - before.lists };
  };
  return { page, context, answers, asked: requests, pass: advance, since: requestsWithin };
}

it('polls the user every 10 s and the lists every 8 s', async ({ visitor, service }) => {
  const { since, answers, page } = await open({ visitor, service }, 'polls');
  expect(await since(40)).toEqual({ me: 4, lists: 5 });
  // A failed poll of the lists shows no error, and delays the next poll.
  answers.lists.push(DOWN, DOWN);
  expect((await since(40)).lists).toBe(2);
  expect(await page.getByText('Your lists will appear here.').isVisible()).toBe(true);
  expect(await page.getByText('Something Went Wrong').count()).toBe(0);
});

it('does not poll in a hidden tab, and polls immediately when it becomes visible', async ({
  visitor,
  service,
}) => {
  const { page, asked, since } = await open({ visitor, service }, 'hides');
  const show = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  await show('hidden');
  expect(await since(40)).toEqual({ me: 0, lists: 0 });
  // The clock is paused, so only returning to the tab can trigger calls.
  const before = { ...asked };
  await show('visible');
  await waitUntil(
    async () => ({ me: asked.me - before.me, lists: asked.lists - before.lists }),
    ({ me, lists }) => me === 1 && lists === 1,
  );
  expect(await since(5)).toEqual({ me: 0, lists: 0 });
});

it('waits for as long as a busy server requests, and shows a notice', async ({
  visitor,
  service,
}) => {
  const { page, since, answers } = await open({ visitor, service }, 'waits');
  answers.me.push({ status: 429, headers: { 'retry-after': '45' }, body: '' });
  expect((await since(40)).me).toBe(1);
  await page.getByText(/The service is busy\. Retrying in \d+\u00A0s\./).waitFor();
  expect((await since(16)).me).toBe(1);
  await page.getByText('The service is busy').first().waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(paths.dashboard);
});

it('keeps the page while the device is offline', async ({ visitor, service }) => {
  const { page, context, pass } = await open({ visitor, service }, 'offline');
  await context.setOffline(true);
  await pass(45);
  await page.getByText(/^You are offline\. Last updated: /).waitFor();
  expect(await page.getByText('Your lists will appear here.').isVisible()).toBe(true);
  await context.setOffline(false);
  await pass(2);
  await page.getByText(t('connection.offline')).waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(paths.dashboard);
});

it('logs out if refreshing the session fails twice', async ({ visitor, service }) => {
  const { page, context, answers, pass } = await open({ visitor, service }, 'fails');
  answers.me.push(DOWN);
  await pass(12);
  expect(new URL(page.url()).pathname).toBe(paths.dashboard);
  answers.me.push(DOWN, DOWN);
  await pass(12);
  await page.waitForURL(`**${paths.login}`);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('session');
});
