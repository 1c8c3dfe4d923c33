import assert from 'node:assert/strict';
import { type BrowserContext, type Page, chromium } from 'playwright-core';
import { inject, test } from 'vitest';
import type { Language } from '../../shared/model/account.ts';
import { type Service, reachStack } from '../support/stack.ts';
import { become } from './screens/people.ts';

/** A new browser without cookies or stored data. */
export interface Visitor {
  readonly context: BrowserContext;
  /** Addresses are relative to the web app. */
  readonly page: Page;
}

interface Fixtures {
  /** The running stack, which all browser tests share. */
  service: Service;
  /** The language that the browser asks for. */
  language: Language;
  /** What the browser's console may say, where a test makes calls fail. */
  tolerated: RegExp;
  /** The test fails when the browser's console has other errors or warnings. */
  visitor: Visitor;
}

/** What the console says of a call that failed or was refused. */
export const FAILED_CALL = /^Failed to load resource/;

export const it = test.extend<Fixtures>({
  service: reachStack(inject('home')),
  language: 'en',
  tolerated: /(?!)/,
  visitor: async ({ service, language, tolerated }, use) => {
    const browser = await chromium.connect(inject('browser'));
    const context = await browser.newContext({
      baseURL: service.url,
      locale: language,
      // Every frame of what spins is drawn by a core.
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(180_000);
    const messages: string[] = [];
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) messages.push(message.text());
    });
    context.on('weberror', (error) => messages.push(String(error.error())));
    await use({ context, page: await context.newPage() });
    await browser.close();
    const unexpected = messages.filter((message) => !tolerated.test(message));
    assert.deepEqual(unexpected, [], 'what the console of the browser says');
  },
});

/** Gives the visitor a cookie as if they had been on the site before. */
export const remember = (
  { context }: Visitor,
  cookie: { readonly session: string } | { readonly email: string },
  service: Service,
): Promise<void> => become(context, { ...cookie }, service);

/** Opens an address of the app without loading the app again, as the browser's history does. */
export const openInApp = (page: Page, address: string): Promise<void> =>
  page.evaluate((url) => {
    history.pushState(null, '', url);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
