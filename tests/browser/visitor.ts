import assert from 'node:assert/strict';
import { type BrowserContext, type Page, chromium } from 'playwright-core';
import { inject, test } from 'vitest';
import type { Language } from '../../shared/model/account.ts';
import { type Service, reachStack } from '../support/stack.ts';

/** Somebody with a browser of their own: no cookie, nothing remembered. */
export interface Visitor {
  readonly context: BrowserContext;
  /** Addresses are relative to the web app. */
  readonly page: Page;
}

interface Fixtures {
  /** The stack that all browser tests share, from outside. */
  service: Service;
  /** The language the browser asks for. */
  language: Language;
  /** What a browser shows; the test fails when its console complains, of the page's policy say. */
  visitor: Visitor;
}

export const it = test.extend<Fixtures>({
  service: reachStack(inject('home')),
  language: 'en',
  visitor: async ({ service, language }, use) => {
    const browser = await chromium.connect(inject('browser'));
    const context = await browser.newContext({ baseURL: service.url, locale: language });
    context.setDefaultTimeout(20_000);
    const complaints: string[] = [];
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    context.on('weberror', (error) => complaints.push(String(error.error())));
    await use({ context, page: await context.newPage() });
    await browser.close();
    assert.deepEqual(complaints, [], 'what the console of the browser says');
  },
});

/** Makes the visitor somebody who signed in before. */
export const remember = (
  { context }: Visitor,
  cookie: { readonly session: string } | { readonly email: string },
  { url }: Service,
): Promise<void> =>
  context.addCookies(
    Object.entries(cookie).map(([name, value]) => ({
      name,
      value: encodeURIComponent(value),
      url,
    })),
  );
