import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** Answers a request for a file of the web app; says whether there is a web app. */
export type SiteHandler = (message: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** The documentation, which is a page of its own beside the app. */
const DOCS = /^\/docs\/?$/;

/**
 * Serves the built web app. A path whose last part has no dot is a page of the app and gets
 * index.html, or that of the documentation; files with a hash in their name may be kept for ever,
 * all others not.
 */
export function createSite(folder: string): SiteHandler {
  return async (message, response) => {
    const { pathname } = new URL(`http://site${message.url ?? '/'}`);
    const isPage = !(pathname.split('/').at(-1) ?? '').includes('.');
    const page = DOCS.test(pathname) ? '/docs/index.html' : '/index.html';
    const path = isPage ? page : normalize(safelyDecoded(pathname));
    const content = await readOrUndefined(join(folder, path));
    if (content === undefined) {
      if (isPage) return false;
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such file.');
      return true;
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'cache-control': path.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
      'content-length': content.length,
    });
    response.end(message.method === 'HEAD' ? undefined : content);
    return true;
  };
}

/** `normalize` keeps a leading slash, so a path that climbs ends at the folder itself. */
function safelyDecoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

async function readOrUndefined(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch {
    return undefined;
  }
}
