import type { IncomingMessage } from 'node:http';

/**
 * The body of a request, or undefined when it has more than `limit` bytes. What exceeds the limit
 * is read and dropped, since a caller that is cut off while sending never sees the response.
 */
export async function readBody(
  message: IncomingMessage,
  limit: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  return size <= limit ? Buffer.concat(chunks, size) : undefined;
}
