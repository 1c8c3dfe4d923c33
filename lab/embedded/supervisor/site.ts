import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SITE_FOLDER } from '../../../infra/build-site.ts';
import { createSiteHandler, type SiteHandler } from '../gateway/site.ts';
import { findFreePort } from '../services/free-port.ts';
import { buildWeb } from './build.ts';
import type { StartOptions } from './options.ts';
import type { StartProgress } from './progress.ts';
import { localSiteConfig } from './settings.ts';
import {
  formatContentSecurityPolicy,
  PERMISSIONS_POLICY,
  REFERRER_POLICY,
} from '../../../infra/edge/page-headers.ts';

/** Headers that CloudFront adds to the web app, except HSTS, which needs TLS. */
export const createSecurityHeaders = (policy: {
  /** Origin that receives uploads and serves results. */
  readonly storage: string;
  readonly html: string;
}): Record<string, string> => ({
  'content-security-policy': formatContentSecurityPolicy({ ...policy, storage: [policy.storage] }),
  'access-control-allow-origin': '*',
  'permissions-policy': PERMISSIONS_POLICY,
  'referrer-policy': REFERRER_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

const CONFIG = fileURLToPath(new URL('../../../web/vite.config.ts', import.meta.url));

export interface Site {
  readonly site: SiteHandler;
  /** @param storage origin of the object store, as a browser reaches it */
  headers(storage: string): Readonly<Record<string, string>>;
}

/** Opens the built web app, which is rebuilt if stale. With `watch`, serves the sources instead. */
export async function openSite(
  { watch }: StartOptions,
  { step }: StartProgress,
  cleanup: AsyncDisposableStack,
): Promise<Site> {
  if (watch) {
    const site = await step('web app with hot reload', () => openDevSite(cleanup));
    // The production headers would block hot reload.
    return { site, headers: () => ({}) };
  }
  await step('web app built', buildWeb);
  const html = readFileSync(join(SITE_FOLDER, 'index.html'), 'utf8');
  return {
    site: createSiteHandler(SITE_FOLDER, localSiteConfig().links.support),
    headers: (storage) => createSecurityHeaders({ storage, html }),
  };
}

/** Serves the web app from its sources, with hot reload on a separate port. */
async function openDevSite(cleanup: AsyncDisposableStack): Promise<SiteHandler> {
  // Loaded lazily, because only `npm run dev` needs it.
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: CONFIG,
    appType: 'spa',
    server: { middlewareMode: true, ws: { host: 'localhost', port: await findFreePort() } },
  });
  cleanup.defer(() => vite.close());
  return (message, response) =>
    new Promise((resolve, reject) => {
      response.once('close', () => resolve());
      vite.middlewares(message, response, reject);
    });
}
