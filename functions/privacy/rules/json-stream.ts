const isAsyncIterable = (value: object): value is AsyncIterable<unknown> =>
  Symbol.asyncIterator in value;

/** Characters to yield at a time. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * Serializes a value as JSON in constant memory. An async iterable becomes an array, one element
 * per line. Members without a value are omitted, as by `JSON.stringify`.
 */
export async function* jsonStream(value: unknown): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const part of jsonParts(value)) {
    text += part;
    if (text.length < CHUNK_LENGTH) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

async function* jsonParts(value: unknown): AsyncGenerator<string> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    yield JSON.stringify(value, null, 2);
    return;
  }
  let separator = '\n';
  if (isAsyncIterable(value)) {
    yield '[';
    for await (const element of value) {
      yield separator + JSON.stringify(element);
      separator = ',\n';
    }
    yield '\n]';
    return;
  }
  yield '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${separator}${JSON.stringify(name)}: `;
    yield* jsonParts(member);
    separator = ',\n';
  }
  yield '\n}';
}
