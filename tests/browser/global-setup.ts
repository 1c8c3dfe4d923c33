import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startStack } from '../support/stack.ts';
import { startChromium } from './chromium.ts';

/** One stack and one Chromium for all browser tests. */

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the running stack. */
    home: string;
    /** The address to control the browser at. */
    browser: string;
  }
}

const running = new AsyncDisposableStack();

export async function setup(project: TestProject): Promise<void> {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'tamis-chromium-'));
    running.defer(() => rmSync(folder, { recursive: true, force: true }));
    // One after the other: if the second does not start, teardown stops the first.
    const browser = await startChromium(folder);
    running.defer(() => browser.close());
    const stack = running.use(await startStack({ env: { TIME_SCALE: '300' } }));
    project.provide('home', stack.home);
    project.provide('browser', browser.wsEndpoint());
  } catch (error) {
    await teardown();
    throw error;
  }
}

export const teardown = (): Promise<void> => running.disposeAsync();
