import { hash } from 'node:crypto';
import type { ListsDeps } from '../deps.ts';
import { addressesKey, previewKey } from '../rules/blob-keys.ts';
import type { List } from '../rules/list.ts';

/** Draws a random sample and stores it. A repeated run writes the same bytes under the same key. */
export async function writePreview(
  { blobs }: Pick<ListsDeps, 'blobs'>,
  list: List & { readonly look: number },
): Promise<void> {
  const drawn = drawSample(list.listId, list.total - list.badSyntax, list.look);
  const decoder = new TextDecoder();
  let text = '';
  let number = 0;
  let partialLine = '';
  for await (const bytes of blobs.read(addressesKey(list))) {
    const lines = `${partialLine}${decoder.decode(bytes, { stream: true })}`.split('\n');
    partialLine = lines.pop() ?? '';
    for (const line of lines) {
      if (drawn.has(number)) text += `${line}\n`;
      number += 1;
    }
  }
  await blobs.put(previewKey(list), text);
}

/**
 * Draws `size` of the numbers from 0 to `count` - 1, reproducibly from `seed`. All subsets are
 * equally likely (Bentley and Floyd, "A sample of brilliance", CACM 30 (1987) 754).
 */
export function drawSample(seed: string, count: number, size: number): Set<number> {
  const drawn = new Set<number>();
  for (let last = count - size; last < count; last += 1) {
    const number = hash('sha256', `${seed}:${last}`, 'buffer').readUInt32BE() % (last + 1);
    drawn.add(drawn.has(number) ? last : number);
  }
  return drawn;
}
