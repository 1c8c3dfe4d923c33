import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../../../packages/verifier/src/address/public-address.ts';

/** A receiver's response; if there was none, `status` is null and `error` says why. */
export type WebhookResponse =
  | { readonly status: number; readonly body: string; readonly retryAfter: string | undefined }
  | { readonly status: null; readonly error: string };

export interface HttpRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Bytes of the response's body to read, after which the connection is closed. */
  readonly maxBytes: number;
}
export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer<ArrayBuffer>;
}

export interface HttpClient {
  /** Rejects with a Node error code if there is no response. */
  request(url: string, request: HttpRequest): Promise<HttpResponse>;
}

export interface WebhookClient {
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<WebhookResponse>;
}

interface Settings {
  /** Whether to allow private addresses too, for simulated environments. */
  readonly allowPrivate: boolean;
  /** Time limit of an attempt, including DNS, connection, TLS and the response's body. */
  readonly timeoutMs?: number;
  readonly lookup?: typeof systemLookup;
  readonly isPublic?: (address: string) => boolean;
}

const TIMEOUT_MS = 10_000;
/** Maximum bytes of a response body to read, and maximum bytes of text to return. */
const MAX_BODY_BYTES = 4096;

const PRIVATE_ADDRESS = 'ERR_PRIVATE_ADDRESS';

/**
 * Calls customers' servers and refuses private addresses, to prevent SSRF. Connects to the
 * address that it checked, so DNS rebinding has no effect
 * (https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html).
 * Follows no redirects and reuses no connections.
 */
export function createWebhookClient(settings: Settings): WebhookClient & HttpClient {
  const { allowPrivate, timeoutMs = TIMEOUT_MS } = settings;
  const { lookup = systemLookup, isPublic = isPublicAddress } = settings;
  const isAllowed = (address: string): boolean => allowPrivate || isPublic(address);

  /** Rejects a name if any of its addresses is private. */
  const guardedLookup: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[] = []) => {
      const [first] = addresses;
      if (error || !first) callback(error ?? codeError('ENOTFOUND'), '');
      else if (!addresses.every(({ address }) => isAllowed(address)))
        callback(codeError(PRIVATE_ADDRESS), '');
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

  const client: WebhookClient & HttpClient = {
    async request(url, { method, headers, body, maxBytes }) {
      const { protocol, hostname } = new URL(url);
      const host = hostname.replace(/^\[(.*)\]$/, '$1');
      // Node connects to an IP address without calling `lookup`.
      if (isIP(host) && !isAllowed(host)) throw codeError(PRIVATE_ADDRESS);
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const response = await new Promise<IncomingMessage>((resolve, reject) => {
          const request = protocol === 'https:' ? httpsRequest : httpRequest;
          request(url, { method, headers, lookup: guardedLookup, agent: false, signal })
            .on('response', resolve)
            .on('error', reject)
            // Node emits no `response` event if the response switches protocols.
            .on('close', () => reject(codeError('ECONNRESET')))
            .end(body);
        });
        const start = await readStart(response, maxBytes);
        return { status: response.statusCode ?? 0, headers: response.headers, body: start };
      } catch (error) {
        throw signal.aborted ? codeError('ETIMEDOUT') : error;
      }
    },

    async post(url, headers, body) {
      try {
        const request = { method: 'POST', headers, body, maxBytes: MAX_BODY_BYTES };
        const response = await client.request(url, request);
        const { status, headers: responseHeaders } = response;
        const text = decodeStart(response.body);
        return { status, body: text, retryAfter: responseHeaders['retry-after'] };
      } catch (error) {
        return { status: null, error: codeOf(error) };
      }
    },
  };
  return client;
}

/** Reads the first bytes of a body, then closes the connection. */
async function readStart(response: IncomingMessage, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

function decodeStart(body: Uint8Array): string {
  const text = new TextDecoder().decode(body, { stream: true });
  // Truncate again: replacement characters for malformed UTF-8 may have made the text longer.
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(MAX_BODY_BYTES)).read);
}

const codeError = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

/** Node's error code, such as ECONNREFUSED, without the message, which may contain any text. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'ECONNRESET';
