import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startChromium } from './chromium.ts';

/** Starts one Chromium for all browser tests. */

declare module 'vitest' {
  interface ProvidedContext {
    browser: string;
  }
}

const running = new AsyncDisposableStack();

export async function setup(project: TestProject): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-chromium-'));
  running.defer(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const browser = await startChromium(folder);
    running.defer(() => browser.close());
    project.provide('browser', browser.wsEndpoint());
  } catch (error) {
    await teardown();
    throw error;
  }
}

export const teardown = (): Promise<void> => running.disposeAsync();
