import { beforeAll, describe, expect, it } from 'vitest';
import { download } from '../../functions/lists/api.ts';
import { invoke } from '../support/invoke.ts';
import { createApiEvent } from '../support/api-event.ts';
import { startFileTable } from '../support/file-table.ts';
import { createPipelineHarness } from '../support/pipeline-harness.ts';

/**
 * Attacks with a file whose result would be many times larger than the file, and with repeated
 * requests for parts of the result.
 */

const table = await startFileTable();
const world = await createPipelineHarness(table);
await world.grant(10);

const WIDE_ROWS = 60;
const SHORT_ROWS = 300_000;
const FILE = `${`ok1@a.fr${';'.repeat(24)}\n`.repeat(WIDE_ROWS)}${'ok1@a.fr\n'.repeat(SHORT_ROWS)}`;

describe('a file with sixty rows of 25 columns and many short rows', () => {
  let listId: string;
  beforeAll(async () => {
    listId = await world.upload(FILE);
    await world.drain();
  });

  it('is padded with at most twice its size', async () => {
    expect(await world.list(listId)).toMatchObject({ status: 7 });
    const cells = world.result(listId).match(/"";/g)?.length ?? 0;
    const own = WIDE_ROWS * 24;
    expect(3 * (cells - own)).toBeLessThanOrEqual(2 * FILE.length);
  });

  it.each(['valid', 'invalid', 'risky', 'unknown'])(
    'is downloaded by verdict without reading the result: %s',
    async (type) => {
      const { read, bytes } = world.blobs;
      let loaded = 0;
      Object.assign(world.blobs, {
        async *read(...args: Parameters<typeof read>) {
          for await (const chunk of read(...args)) {
            loaded += chunk.length;
            yield chunk;
          }
        },
        async bytes(...args: Parameters<typeof bytes>) {
          const whole = await bytes(...args);
          loaded += whole.length;
          return whole;
        },
      });
      const body = { file_id: listId, type };
      const event = createApiEvent(download.route, { headers: world.headers, body });
      const response = await invoke(download, world.context, event);
      Object.assign(world.blobs, { read, bytes });
      expect(response.statusCode).toBe(200);
      expect(loaded).toBeLessThan(1000);
    },
  );
});
