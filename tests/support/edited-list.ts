import { AppError } from '../../shared/contract/errors.ts';
import { addEmails, removeEmails } from '../../functions/lists/api.ts';
import { listRows } from '../../functions/lists/result/list-rows.ts';
import { editList } from '../../functions/lists/watch/edit-list.ts';
import type { TestTable } from './dynamo.ts';
import { runAs } from './invoke.ts';
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

export const addToList = (
  { context, userId }: PipelineHarness,
  listId: string,
  ...emails: string[]
) => runAs(addEmails, () => editList(context, userId, listId, { adds: true, emails }));
export const removeFromList = (
  { context, userId }: PipelineHarness,
  listId: string,
  ...emails: string[]
) => runAs(removeEmails, () => editList(context, userId, listId, { adds: false, emails }));
export const formatRows = async ({ context, userId }: PipelineHarness, id: string) =>
  (await listRows(context, userId, id, {})).rows.map(({ email, reason }) => `${email} ${reason}`);
export const editsOf = ({ context, userId }: PipelineHarness, listId: string) =>
  context.lists.edits(userId, listId, {});
export const errorCodeOf = async (edit: Promise<number>) => {
  const error: unknown = await edit.catch((thrown: unknown) => thrown);
  return error instanceof AppError ? error.code : error;
};
