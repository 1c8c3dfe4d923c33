import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createPublicFiles } from '../../../infra/edge/public-files.ts';
import { decodeUriSafely } from './match-route.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.xml': 'application/xml',
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

/** Media types that CloudFront compresses, so that sizes measured here resemble deployed sizes. */
const COMPRESSED_TYPE = /^(text\/|application\/(json|manifest)|image\/svg)/;

export type SiteHandler = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

const STATIC_PAGE = /^\/(docs|docs\/reference|prices|start)\/?$/;

/** Build output for other tools, such as `/.vite/manifest.json`, which must not be served. */
const HIDDEN_PATH = /\/\./;

/** Every other path is a route, even with a dot, as in CloudFront (infra/edge/page-request.js). */
const FILE_PATH =
  /^\/(assets\/|(docs|prices|start)\/[^/]+\.html$)|\.(css|ico|js|json|map|png|svg|txt|webmanifest|webp|woff2|xml)$/;

/**
 * Serves the built web app. A route gets the index.html of the app, the documentation or a
 * page for visitors. Only files whose names contain a hash may be cached forever.
 * @param contact URL in security.txt for reporting vulnerabilities
 */
export function createSiteHandler(folder: string, contact?: string): SiteHandler {
  return async (message, response) => {
    const { pathname } = new URL(`http://site${message.url ?? '/'}`);
    const [, pages] = STATIC_PAGE.exec(pathname) ?? [];
    const page = pages === undefined ? '/index.html' : `/${pages}/index.html`;
    // `normalize` removes every `..` after a leading slash, so no path leaves the folder.
    const path = FILE_PATH.test(pathname) ? normalize(decodeUriSafely(pathname)) : page;
    const origin = `http://${message.headers.host}`;
    const generated = createPublicFiles(origin, contact, Date.now())[path.slice(1)];
    const content =
      generated === undefined && !HIDDEN_PATH.test(path)
        ? await readFile(join(folder, path)).catch(() => undefined)
        : generated && Buffer.from(generated);
    if (content === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('This file does not exist.');
      return;
    }
    const type = MEDIA_TYPES[extname(path)] ?? 'application/octet-stream';
    const usesGzip =
      COMPRESSED_TYPE.test(type) && /\bgzip\b/.test(message.headers['accept-encoding'] ?? '');
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
