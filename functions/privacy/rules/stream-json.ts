type Key = Readonly<Record<'PK' | 'SK', string>>;

/** An array that is streamed during serialization; `after` resumes after a key. */
export type StreamedRows = (after?: Key) => AsyncIterable<readonly [key: Key, element: unknown]>;

/** The position of an element: the index of its `StreamedRows` in the document, and its key. */
interface RowPosition {
  readonly list: number;
  readonly key: Key;
}

/**
 * Replaces `StreamedRows` during serialization. No value contains a lone surrogate, because the
 * table stores none.
 */
const PLACEHOLDER = '\ud800';

/**
 * Serializes a value as JSON in constant memory, one element of `StreamedRows` per line. A piece
 * that ends with such an element carries the element's position; `from` resumes a document after
 * that position.
 */
export async function* streamJson(
  value: unknown,
  from?: RowPosition,
): AsyncGenerator<readonly [text: string, end?: RowPosition]> {
  const lists: StreamedRows[] = [];
  const replacer = (_: string, member: unknown): unknown =>
    typeof member === 'function' ? lists.push(member as StreamedRows) && PLACEHOLDER : member;
  const texts = JSON.stringify(value, replacer, 2).split(JSON.stringify(PLACEHOLDER));
  for (const [list, text] of texts.entries()) {
    const rows = lists[list];
    if (from && list < from.list) continue;
    const after = list === from?.list ? from.key : undefined;
    if (!after) yield [rows ? `${text}[` : text];
    if (!rows) return;
    let separator = after ? ',\n' : '\n';
    for await (const [key, element] of rows(after)) {
      yield [separator + JSON.stringify(element), { list, key }];
      separator = ',\n';
    }
    yield ['\n]'];
  }
}
