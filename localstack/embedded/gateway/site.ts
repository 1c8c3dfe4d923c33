import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
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

/** What CloudFront compresses: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html */
const COMPRESSED = /^(text\/|application\/(json|manifest)|image\/svg)/;
const COMPRESSED_FROM = 1000;
/** The highest, 11, keeps the first visitor waiting for half a second, to save 7 % more. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
/** The encodings of CloudFront. */
const ENCODINGS = {
  br: (content: Buffer) => promisify(brotliCompress)(content, BROTLI),
  gzip: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
};
type Encoding = keyof typeof ENCODINGS;

/** Responds to a request for a file of the web app. */
export type SiteHandler = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The documentation, which is a page of its own beside the app. */
const DOCS = /^\/docs\/?$/;

/** What the build leaves for other tools, such as `/.vite/manifest.json`. */
const HIDDEN = /\/\./;

/**
 * Serves the built web app. A path whose last part has no dot is a page of the app and gets
 * index.html, or that of the documentation; files with a hash in their name may be kept for ever,
 * all others not. Text is compressed for a browser that takes it, as in the cloud.
 */
export function createSite(folder: string): SiteHandler {
  /** By encoding and path of a file with a hash in its name, whose content never changes. */
  const compressed = new Map<string, Promise<Buffer>>();
  const compress = (encoding: Encoding, path: string, content: Buffer): Promise<Buffer> => {
    if (!isHashed(path)) return ENCODINGS[encoding](content);
    const name = `${encoding} ${path}`;
    const known = compressed.get(name) ?? ENCODINGS[encoding](content);
    compressed.set(name, known);
    return known;
  };
  return async (message, response) => {
    const { pathname } = new URL(`http://site${message.url ?? '/'}`);
    const isPage = !(pathname.split('/').at(-1) ?? '').includes('.');
    const page = DOCS.test(pathname) ? '/docs/index.html' : '/index.html';
    // `normalize` keeps a leading slash, so a path that climbs ends at the folder itself.
    const path = isPage ? page : normalize(decoded(pathname));
    const content = HIDDEN.test(path)
      ? undefined
      : await readFile(join(folder, path)).catch(() => undefined);
    if (content === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such file.');
      return;
    }
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    const encoding =
      COMPRESSED.test(type) && content.length >= COMPRESSED_FROM
        ? acceptedBy(message.headers['accept-encoding'])
        : undefined;
    const body = encoding ? await compress(encoding, path, content) : content;
    response.writeHead(200, {
      'content-type': type,
      'cache-control': isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-length': body.length,
      vary: 'accept-encoding',
      ...(encoding && { 'content-encoding': encoding }),
    });
    response.end(message.method === 'HEAD' ? undefined : body);
  };
}

const acceptedBy = (header = ''): Encoding | undefined =>
  /\bbr\b/.test(header) ? 'br' : /\bgzip\b/.test(header) ? 'gzip' : undefined;

const isHashed = (path: string): boolean => path.startsWith('/assets/');
