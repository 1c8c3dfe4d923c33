import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replaceDirectory } from './replace-directory.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export const SITE_FOLDER = join(root, 'dist/web');

/** @throws {Error} if a source file does not compile */
export async function buildSite(): Promise<void> {
  // Import late, because Vite is large and only a stage with a domain serves the web app.
  const { build } = await import('vite');
  const fresh = join(root, `dist/.web-${process.pid}`);
  await build({
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'error',
    build: { outDir: fresh },
  });
  replaceDirectory(fresh, SITE_FOLDER);
}

if (import.meta.main) await buildSite();
