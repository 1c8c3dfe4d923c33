import { expect, it } from 'vitest';
import { startTable } from '../../../tests/support/dynamo.ts';
import { countRequests } from '../../../tests/support/requests.ts';
import { rootTaskId } from '../rules/task-id.ts';
import { taskKey } from './keys.ts';
import { createTasks } from './tasks.ts';

it('deletes all completion records of a list, and no others', async () => {
  await using table = await startTable();
  const db = table.db();
  const tasks = createTasks(db);
  const records = (listId: string, count: number) =>
    Array.from({ length: count }, (_, number) => {
      const task = rootTaskId(number);
      return { ...taskKey(listId, task), task, run: 'run', children: [], at: 0 };
    });
  const stored = [...records('large', 510), ...records('other', 2)];
  await Promise.all(stored.map((item) => db.put(item)));
  const requests = countRequests(table.client);
  await tasks.deleteAll('large');
  expect(requests.take()).toEqual({ Query: 1, BatchWriteItem: 21 });
  expect(await Array.fromAsync(tasks.listCompletions('large'))).toEqual([]);
  expect(await Array.fromAsync(tasks.listCompletions('other'))).toHaveLength(2);
});
