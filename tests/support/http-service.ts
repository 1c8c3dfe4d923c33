import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { createApiHandler } from '../../lab/embedded/gateway/api.ts';
import { contract, type RouteName } from '../../shared/contract/index.ts';
import type { Route } from '../../shared/contract/route.ts';
import { invoke } from './invoke.ts';
import type { PipelineHarness } from './pipeline-harness.ts';
import { routes } from './routes.ts';

/**
 * Serves the real handlers of a pipeline on loopback, with a page and a bucket that accepts files.
 * @param work runs after each call, for example to deliver messages
 */
export async function serveOverHttp(
  world: PipelineHarness,
  work: (world: PipelineHarness) => Promise<void>,
): Promise<{ readonly origin: string; readonly server: Server }> {
  const methods = Object.entries<Route>(contract).flatMap(([name, { method, path, also }]) =>
    [path, ...(also ? [also.path] : [])].map((each) => ({
      method,
      path: each,
      target: { kind: 'function' as const, name },
    })),
  );
  const handle = createApiHandler({
    api: { stage: 'prod', binaryMediaTypes: [], methods, responses: {} },
    report: (line) => world.context.lines.push(line),
    async invoke(name, event) {
      world.context.clock.advance(1000);
      const response = await invoke(
        routes[name as RouteName],
        world.context,
        event as APIGatewayProxyEvent,
      );
      await work(world);
      return response;
    },
  });
  const server = createServer(async (request, response) => {
    if (request.url?.startsWith('/api/')) return handle(request, response, origin);
    if (request.method === 'POST') {
      const form = await new Response(Readable.toWeb(request) as ReadableStream, {
        headers: { 'content-type': request.headers['content-type'] ?? '' },
      }).formData();
      const key = String(form.get('key'));
      await world.blobs.put(key, await (form.get('file') as File).text());
      world.queues.put('list', { Records: [{ s3: { object: { key } } }] });
      await work(world);
    }
    return response.writeHead(200).end('<!doctype html><html></html>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world.blobs.uploadForm = async (key) => ({ url: `${origin}/uploads`, fields: { key } });
  return { origin, server };
}
