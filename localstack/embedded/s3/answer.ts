import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';

/** What an operation answers. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
}

/** Writes the answer; a stream is passed on at the pace of the reader. */
export async function sendAnswer(
  response: ServerResponse,
  { status, headers = {}, body }: Answer,
): Promise<void> {
  response.writeHead(status, headers);
  if (body === undefined || typeof body === 'string') {
    response.end(body);
  } else {
    await pipeline(body, response);
  }
}
