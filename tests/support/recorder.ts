import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type HttpService, startHttpService } from '../../lab/embedded/services/http-service.ts';

export interface RecordedExchange {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly status: number;
  readonly response: Buffer;
}

/**
 * Starts a recording proxy in front of another service.
 * @param target URL of the service
 * @param onExchange receives each exchange
 * @param rewriteBody replaces a request body before it is forwarded
 */
export async function startRecorder(
  target: string,
  onExchange: (exchange: RecordedExchange) => void,
  rewriteBody: (sent: Pick<RecordedExchange, 'headers' | 'body'>) => Buffer = ({ body }) => body,
): Promise<HttpService> {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(target);
  const service = await startHttpService(async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    try {
      const body = await buffer(incoming);
      const sent = rewriteBody({ headers, body });
      // Keep the `host` header, because the signature covers it.
      const { expect: _expect, 'transfer-encoding': _encoding, ...forwardedHeaders } = headers;
      const forwarded = request({
        agent,
        hostname,
        port,
        method,
        path: url,
        headers: forwardedHeaders,
      });
      forwarded.setHeader('content-length', sent.length).end(sent);
      const [reply] = (await once(forwarded, 'response')) as [IncomingMessage];
      const response = await buffer(reply);
      const { statusCode: status = 502 } = reply;
      onExchange({ method, url, headers, body, status, response });
      outgoing.writeHead(status, reply.headers).end(response);
    } catch {
      // The client or the service has disconnected.
      outgoing.destroy();
    }
  });
  return {
    ...service,
    async close() {
      agent.destroy();
      await service.close();
    },
  };
}
