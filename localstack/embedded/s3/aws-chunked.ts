import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { S3Error } from './s3-error.ts';

const CRLF = '\r\n';
const MAX_LINE_BYTES = 4096;

/**
 * Takes the chunk frames off a body with `Content-Encoding: aws-chunked`:
 * `SIZE-IN-HEX[;chunk-signature=…] CRLF DATA CRLF … 0 CRLF [name:value CRLF …] CRLF`.
 * Signatures of single chunks are not verified; the trailers, a checksum usually, are kept.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
export class AwsChunkedDecoder extends Transform {
  /** Complete once the stream has ended. Names are in lower case. */
  readonly trailers: Record<string, string> = {};

  #line = '';
  #dataLeft = 0;
  #state: 'size' | 'data' | 'data end' | 'trailers' | 'end' = 'size';

  override _transform(input: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      let offset = 0;
      while (offset < input.length) {
        offset = this.#state === 'data' ? this.#takeData(input, offset) : this.#take(input, offset);
      }
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override _flush(done: TransformCallback): void {
    done(this.#state === 'end' ? null : incomplete());
  }

  #takeData(input: Buffer, offset: number): number {
    const data = input.subarray(offset, offset + this.#dataLeft);
    this.push(data);
    this.#dataLeft -= data.length;
    if (this.#dataLeft === 0) this.#state = 'data end';
    return offset + data.length;
  }

  /** Collects one line, which may arrive in pieces, and acts on it when it is whole. */
  #take(input: Buffer, offset: number): number {
    const newline = input.indexOf('\n', offset);
    const end = newline === -1 ? input.length : newline + 1;
    this.#line += input.toString('latin1', offset, end);
    if (this.#line.length > MAX_LINE_BYTES) throw incomplete();
    if (newline !== -1) {
      if (!this.#line.endsWith(CRLF)) throw incomplete();
      const line = this.#line.slice(0, -CRLF.length);
      this.#line = '';
      this.#actOn(line);
    }
    return end;
  }

  #actOn(line: string): void {
    switch (this.#state) {
      case 'size': {
        const [size = ''] = line.split(';');
        if (!/^[0-9a-f]+$/i.test(size)) throw incomplete();
        this.#dataLeft = Number.parseInt(size, 16);
        this.#state = this.#dataLeft === 0 ? 'trailers' : 'data';
        return;
      }
      case 'data end':
        if (line !== '') throw incomplete();
        this.#state = 'size';
        return;
      case 'trailers': {
        if (line === '') {
          this.#state = 'end';
          return;
        }
        const colon = line.indexOf(':');
        this.trailers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
        return;
      }
      default:
        throw incomplete();
    }
  }
}

const incomplete = (): S3Error =>
  new S3Error(400, 'IncompleteBody', 'The request body is not a complete aws-chunked stream.');
