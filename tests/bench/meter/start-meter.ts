import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startHttpService } from '../../../localstack/embedded/services/http-service.ts';
import type { TappedService } from '../../../localstack/embedded/supervisor/instruments.ts';
import { meteredOf, operationOf } from './exchange.ts';
import { createTally, type Metered } from './metered.ts';

/** Stands between functions and services, and counts what goes over the wire. */
export interface Meter extends AsyncDisposable {
  /** Answers the URL at which a service is counted. */
  tap(service: TappedService, url: string): Promise<string>;
  /** What went over the wire since the last time. */
  take(): readonly Metered[];
}

export function createMeter(): Meter {
  const tally = createTally();
  const agent = new Agent({ keepAlive: true });
  const closing = new AsyncDisposableStack();
  closing.defer(() => agent.destroy());

  /** Sends a request on with the header `host` as it is: it is part of what was signed. */
  const forward = (incoming: IncomingMessage, upstream: URL, body: Buffer) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { ...incoming.headers, 'content-length': String(body.length) };
      delete headers['transfer-encoding'];
      delete headers.expect;
      const { hostname, port } = upstream;
      const { method, url: path } = incoming;
      const sent = request({ agent, hostname, port, method, path, headers }, resolve);
      sent.on('error', reject).end(body);
    });

  async function pass(
    service: TappedService,
    upstream: URL,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
    try {
      const { method = 'GET', url = '/', headers } = incoming;
      const body = await buffer(incoming);
      const sent = service === 'dynamodb' ? askForCapacity(operationOf({ headers }), body) : body;
      const reply = await forward(incoming, upstream, sent);
      const answer = await buffer(reply);
      tally.add(meteredOf(service, { method, url, headers, body, answer }));
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers).end(answer);
    } catch {
      // Whoever asked has gone, or the service has.
      outgoing.destroy();
    }
  }

  return {
    async tap(service, url) {
      const upstream = new URL(url);
      const proxy = await startHttpService((incoming, outgoing) => {
        void pass(service, upstream, incoming, outgoing);
      });
      closing.defer(() => proxy.close());
      return proxy.url;
    },
    take: () => tally.take(),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

/** Operations of tables themselves consume nothing and do not know the parameter. */
const ON_ITEMS = /(?:Item|Items|Query|Scan)$/;

function askForCapacity(operation: string, body: Buffer): Buffer {
  if (!ON_ITEMS.test(operation)) return body;
  const call = JSON.parse(body.toString()) as object;
  return Buffer.from(JSON.stringify({ ...call, ReturnConsumedCapacity: 'TOTAL' }));
}
