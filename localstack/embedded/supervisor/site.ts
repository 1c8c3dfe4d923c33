import { createSite } from '../gateway/site.ts';
import type { SiteHandler } from '../gateway/site.ts';
import { WEB_FOLDER, buildWeb, hasWeb } from './build.ts';
import type { StartOptions } from './options.ts';
import type { Progress } from './progress.ts';
import { openDevSite } from './dev-site.ts';

/** The web app as the gateway serves it. */
export interface Site {
  readonly site: SiteHandler;
  /** Without security headers, which forbid what hot reload does. */
  readonly relaxed: boolean;
}

/** The built web app, built anew when it is out of date; the sources themselves with `watch`. */
export async function openSite(
  options: StartOptions,
  { step }: Progress,
  cleanup: AsyncDisposableStack,
): Promise<Site> {
  if (options.watch && hasWeb()) {
    const site = await step('web app with hot reload', () => openDevSite(cleanup));
    return { site, relaxed: true };
  }
  if (hasWeb()) await step('web app built', buildWeb);
  return { site: createSite(WEB_FOLDER), relaxed: false };
}
