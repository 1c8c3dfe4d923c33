import { fileURLToPath } from 'node:url';
import type { SiteHandler } from '../gateway/site.ts';
import { freePort } from '../services/free-port.ts';

const CONFIG = fileURLToPath(new URL('../../../web/vite.config.ts', import.meta.url));

/** The web app from its sources, with hot reload over a port of its own. */
export async function openDevSite(cleanup: AsyncDisposableStack): Promise<SiteHandler> {
  // Only `npm run dev` pays for loading it.
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: CONFIG,
    appType: 'spa',
    server: { middlewareMode: true, ws: { host: 'localhost', port: await freePort() } },
  });
  cleanup.defer(() => vite.close());
  return (message, response) =>
    new Promise((resolve, reject) => {
      response.once('close', () => resolve(true));
      vite.middlewares(message, response, (error: unknown) => {
        if (error) reject(error);
        else resolve(false);
      });
    });
}
