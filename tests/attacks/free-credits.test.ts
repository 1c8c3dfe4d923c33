import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { apiEvent, lambdaContext } from '../support/api-event.ts';
import { type TestTable, startTable } from '../support/dynamo.ts';
import { expectInvariants } from '../support/invariants.ts';
import { createWorld } from '../support/pipeline-world.ts';

/** Credits that nobody paid for, and credits that nothing was given for. */

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

it.each(['foo@bar', '=1+1@x', 'a@é'])('%s costs nothing, alone and in a list', async (email) => {
  const world = await createWorld(table, { paid: true });
  const { context, headers, userId } = world;
  await world.grant(3);
  const event = apiEvent(routes.checkEmail.route, { headers, body: { email } });
  const { body } = await routes.checkEmail.on(context)(event, lambdaContext());
  expect(JSON.parse(body)).toMatchObject({ code: 'bad_address' });

  const listId = await world.upload(`ok@a.fr;x\n${email};y\n`);
  await world.drain();
  expect(await world.list(listId)).toMatchObject({ status: 7, total: 2, badSyntax: 1, charged: 1 });
  const { available, consumed } = await context.ledger.balance(userId);
  expect([available, consumed]).toEqual([2, 1]);
  await expectInvariants(world);
});
