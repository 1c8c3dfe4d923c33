import { text } from 'node:stream/consumers';
import { startHttpService } from '../../../localstack/embedded/services/http-service.ts';

/** A request and what it was answered. */
export interface Exchange {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly body: string;
  readonly status: number;
  readonly answer: unknown;
}

export interface Recorder extends AsyncDisposable {
  readonly url: string;
  readonly exchanges: Exchange[];
}

/** Stands in front of another service and notes what passes. */
export async function startRecorder(target: string): Promise<Recorder> {
  const exchanges: Exchange[] = [];
  const service = await startHttpService(async (message, response) => {
    const { method = 'GET', url = '/' } = message;
    const body = await text(message);
    const {
      host: _host,
      connection: _connection,
      'content-length': _length,
      ...headers
    } = message.headers;
    const answered = await fetch(target + url, {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ...(body !== '' && { body }),
    });
    const answer = await answered.text();
    exchanges.push({ method, url, body, status: answered.status, answer: JSON.parse(answer) });
    response.writeHead(answered.status, { 'content-type': 'application/json' }).end(answer);
  });
  return { url: service.url, exchanges, [Symbol.asyncDispose]: () => service.close() };
}
