import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { decoded } from './match-route.ts';

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

/** Media types that CloudFront compresses, so that measured sizes also hold deployed. */
const COMPRESSED = /^(text\/|application\/(json|manifest)|image\/svg)/;

/** Responds to a request for a file of the web app. */
export type SiteHandler = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Path of the documentation, which is a separate page and not part of the app. */
const DOCS = /^\/docs\/?$/;

/** Build output for other tools, such as `/.vite/manifest.json`, which is not served. */
const HIDDEN = /\/\./;

/**
 * Serves the built web app. A path whose last segment has no dot is a route and gets the app's
 * index.html, or the documentation's. Only files whose name contains a hash may be cached forever.
 */
export function createSite(folder: string): SiteHandler {
  return async (message, response) => {
    const { pathname } = new URL(`http://site${message.url ?? '/'}`);
    const isPage = !(pathname.split('/').at(-1) ?? '').includes('.');
    const page = DOCS.test(pathname) ? '/docs/index.html' : '/index.html';
    // `normalize` keeps a leading slash, so `..` cannot leave the folder.
    const path = isPage ? page : normalize(decoded(pathname));
    const content = HIDDEN.test(path)
      ? undefined
      : await readFile(join(folder, path)).catch(() => undefined);
    if (content === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('This file does not exist.');
      return;
    }
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    const usesGzip =
      COMPRESSED.test(type) && /\bgzip\b/.test(message.headers['accept-encoding'] ?? '');
    const body = usesGzip ? gzipSync(content) : content;
    const isHashed = path.startsWith('/assets/');
    response.writeHead(200, {
      'content-type': type,
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-length': body.length,
      vary: 'accept-encoding',
      ...(usesGzip && { 'content-encoding': 'gzip' }),
    });
    response.end(message.method === 'HEAD' ? undefined : body);
  };
}
