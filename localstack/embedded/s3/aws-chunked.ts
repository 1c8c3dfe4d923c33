import { S3Error } from './s3-error.ts';

const CRLF = '\r\n';
const MAX_LINE_BYTES = 4096;

/**
 * Takes the chunk frames off a body with `Content-Encoding: aws-chunked`:
 * `SIZE-IN-HEX[;chunk-signature=…] CRLF DATA CRLF … 0 CRLF [name:value CRLF …] CRLF`.
 * Signatures of single chunks are not verified.
 * @param trailers gets the trailers, a checksum usually, by their names in lower case
 * @throws {S3Error} 400 when the body is not framed so, or ends early
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
export async function* decodeAwsChunked(
  body: AsyncIterable<Buffer>,
  trailers: Record<string, string>,
): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]();
  let unread: Buffer = Buffer.alloc(0);
  const receive = async (): Promise<void> => {
    const { done, value } = await chunks.next();
    if (done) throw incomplete();
    unread = Buffer.concat([unread, value]);
  };
  const readLine = async (): Promise<string> => {
    while (!unread.includes(CRLF)) {
      if (unread.length > MAX_LINE_BYTES) throw incomplete();
      await receive();
    }
    const end = unread.indexOf(CRLF);
    const line = unread.toString('latin1', 0, end);
    unread = unread.subarray(end + CRLF.length);
    return line;
  };
  const readSize = async (): Promise<number> => {
    const [size = ''] = (await readLine()).split(';');
    if (!/^[0-9a-f]+$/i.test(size)) throw incomplete();
    return Number.parseInt(size, 16);
  };

  for (let left = await readSize(); left > 0; left = await readSize()) {
    while (left > 0) {
      if (unread.length === 0) await receive();
      const data = unread.subarray(0, left);
      unread = unread.subarray(data.length);
      left -= data.length;
      yield data;
    }
    if ((await readLine()) !== '') throw incomplete();
  }
  for (let line = await readLine(); line !== ''; line = await readLine()) {
    const colon = line.indexOf(':');
    trailers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  if (unread.length > 0 || !(await chunks.next()).done) throw incomplete();
}

const incomplete = (): S3Error =>
  new S3Error(400, 'IncompleteBody', 'The request body is not a complete aws-chunked stream.');
