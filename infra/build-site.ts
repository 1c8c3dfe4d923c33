import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { swapFolder } from './swap-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where the web app lies after a build. */
export const SITE_FOLDER = join(root, 'dist/web');

/** Builds the web app anew, beside the one that is there. @throws when a source does not compile */
export async function buildSite(): Promise<void> {
  // Only a stage with a domain serves it, and the tool is large.
  const { build } = await import('vite');
  const fresh = join(root, `dist/.web-${process.pid}`);
  await build({
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'error',
    build: { outDir: fresh },
  });
  swapFolder(fresh, SITE_FOLDER);
}

if (import.meta.main) await buildSite();
