import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { TestTable } from './dynamo.ts';
import type { MemoryBlobs } from './memory-blobs.ts';

interface Stores {
  readonly table: TestTable;
  readonly blobs: MemoryBlobs;
}

/** Yields every table item and object, with its name and content. */
async function* everything({
  table,
  blobs,
}: Stores): AsyncGenerator<[place: string, text: string]> {
  const client = DynamoDBDocumentClient.from(table.client);
  for await (const { Items = [] } of paginateScan({ client }, { TableName: table.name }))
    for (const item of Items) yield [`${item['PK']} ${item['SK']}`, JSON.stringify(item)];
  for (const [key, content] of blobs.objects) yield [key, `${key} ${content.toString('utf8')}`];
}

/**
 * Returns the sorted names of the items (`PK SK`) and objects that contain one of the texts,
 * ignoring case.
 */
export async function findPlacesContaining(
  places: Stores,
  texts: readonly string[],
): Promise<string[]> {
  const needles = texts.map((text) => text.toLowerCase());
  const found: string[] = [];
  for await (const [place, text] of everything(places)) {
    const haystack = text.toLowerCase();
    if (needles.some((each) => haystack.includes(each))) found.push(place);
  }
  return found.toSorted();
}
