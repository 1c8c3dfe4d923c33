import type { TestTable } from './dynamo.ts';
import { type PipelineHarness, createPipelineHarness } from './pipeline-harness.ts';

/** Four rows, one with a repeated address and one with a malformed address. */
const LIST = ['email;name', 'ok1@a.fr;Zoé', 'bad1@b.fr;=x', 'OK1@a.fr;again', 'nobody;z'].join(
  '\n',
);

export async function createFinishedList(
  table: TestTable,
  availableCredits = 20,
): Promise<{ world: PipelineHarness; listId: string }> {
  const world = await createPipelineHarness(table);
  await world.grant(availableCredits + 2);
  const listId = await world.upload(LIST);
  await world.drain();
  await world.advanceMinutes(30, 30);
  world.engine.attempts.clear();
  world.sent.length = 0;
  return { world, listId };
}
