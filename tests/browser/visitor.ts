import assert from 'node:assert/strict';
import { type BrowserContext, type Page, chromium } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import type { Language } from '../../shared/model/account.ts';
import type { TestCustomer } from '../support/customer.ts';
import { createReadyCustomer } from '../support/ready-customer.ts';
import { type Service, connectToStack } from '../support/stack.ts';
import { findAxeViolations, overflowsHorizontally } from './screens/faults.ts';
import { logInWithCookies } from './screens/people.ts';

/** A new browser context without cookies or stored data. */
export interface BrowserVisitor {
  readonly context: BrowserContext;
  /** A page with the web app's URL as its base URL. */
  readonly page: Page;
}

interface Fixtures {
  /** The running stack, shared by all browser tests. */
  service: Service;
  language: Language;
  /** Pattern of console messages to ignore, for tests that make calls fail. */
  tolerated: RegExp;
  /** A visitor; the test fails if the browser's console has other errors or warnings. */
  visitor: BrowserVisitor;
}

/** Console message about a call that failed or was rejected. */
export const FAILED_CALL_MESSAGE = /^Failed to load resource/;

/** Returns the address and the text of each page. */
async function describePages(context: BrowserContext): Promise<string> {
  const pages = context.pages().map(async (page) => {
    const text = await page.innerText('main', { timeout: 5000 }).catch(() => '');
    return `${page.url()}: ${text.replace(/\s+/g, ' ').slice(0, 100)}`;
  });
  return `(${(await Promise.all(pages)).join('; ')})`;
}

export const it = test.extend<Fixtures>({
  service: connectToStack(inject('home')),
  language: 'en',
  tolerated: /(?!)/,
  visitor: async ({ service, language, tolerated, task }, use) => {
    const browser = await chromium.connect(inject('browser'));
    const context = await browser.newContext({
      baseURL: service.url,
      locale: language,
      // Animations would use a whole CPU core.
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(180_000);
    const messages: string[] = [];
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) messages.push(message.text());
    });
    context.on('weberror', (error) => messages.push(String(error.error())));
    await use({ context, page: await context.newPage() });
    const error = task.result?.errors?.[0];
    if (error) {
      // Put the page into the first line, because the summary of a run omits the other lines.
      const [first = '', ...others] = error.message.split('\n');
      error.message = [`${first} ${await describePages(context)}`, ...others].join('\n');
    }
    await browser.close();
    const unexpected = messages.filter((message) => !tolerated.test(message));
    assert.deepEqual(unexpected, [], 'browser console messages');
  },
});

/** Gives the visitor cookies, as if they had visited the site before. */
export const setCookie = (
  { context }: BrowserVisitor,
  cookie: { readonly session: string } | { readonly email: string },
  service: Service,
): Promise<void> => logInWithCookies(context, { ...cookie }, service);

/** Logs the visitor in as the customer with this address, who exists from then on. */
export async function logInAsCustomer(
  visitor: BrowserVisitor,
  service: Service,
  email: string,
): Promise<TestCustomer> {
  const customer = await createReadyCustomer(service, email);
  await setCookie(visitor, { session: customer.token }, service);
  return customer;
}

/** Opens a path without reloading the app, as the browser's history does. */
export const navigateInApp = (page: Page, address: string): Promise<void> =>
  page.evaluate((url) => {
    history.pushState(null, '', url);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

/** Fails if a loaded page is not accessible, or scrolls horizontally. */
export async function expectNoFaults(page: Page): Promise<void> {
  expect(await findAxeViolations(page, false)).toEqual([]);
  expect(await overflowsHorizontally(page)).toBe(false);
}
