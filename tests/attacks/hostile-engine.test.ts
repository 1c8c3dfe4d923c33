import { describe, expect, it } from 'vitest';
import { partitions, factKey, leaseKey } from '../../functions/checks/adapters/keys.ts';
import { checkEgress, engine } from '../../functions/checks/workers.ts';
import { createGrantEntry } from '../../functions/credits/rules/ledger.ts';
import {
  putWrite,
  updateWrite,
  updateExpression,
} from '../../functions/platform/dynamo/expression.ts';
import { userKey } from '../../functions/access/adapters/keys.ts';
import { routeNeeds, scheduleNeeds, workerNeeds } from '../../infra/features/index.ts';
import { engineTask } from '../../shared/messages/engine-task.ts';
import { createAccountHarness } from '../support/account-harness.ts';
import { createFakeVerdict } from '../support/fake-engine.ts';
import { startFileTable } from '../support/file-table.ts';
import { functionRoles } from '../support/function-roles.ts';
import { takeMissingGrants, runAs } from '../support/invoke.ts';
import { createPipelineHarness } from '../support/pipeline-harness.ts';
import { testEnv } from '../support/test-env.ts';

/**
 * A mail server that takes control of the code that parses its replies gets the role of the
 * function that runs this code. Tests what such a role allows.
 */

const env = testEnv();
const roles = functionRoles(env);
const withEgress = [...Object.entries(routeNeeds), ...workerNeeds, ...scheduleNeeds]
  .filter(([, { grants }]) => grants.includes('egress'))
  .map(([name]) => name);

const ANSWER_ACTIONS = [['s3:GetObject'], ['s3:PutObject', 's3:AbortMultipartUpload']];

it('only the engine and the egress check may contact mail servers', () => {
  expect(withEgress).toEqual(['engine', 'checkEgress']);
});

describe.each(withEgress)('the role of %s, which contacts mail servers', (name) => {
  const statements = roles.get(name) ?? [];
  const onTable = statements.filter(({ resources }) => resources.includes(env.TABLE_NAME));

  it('reads and writes only leases and facts', () => {
    expect(onTable.flatMap((each) => each.partitions ?? ['*'])).toEqual(['LEASE#*', 'FACT#*']);
    expect(onTable.flatMap(({ actions }) => actions).toSorted()).toEqual([
      'dynamodb:BatchGetItem',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
    ]);
  });

  it('accesses no file, queue, function or secret, except its proxy’s secret and answers', () => {
    const others = statements.filter((each) => !onTable.includes(each));
    expect(others.filter(({ actions }) => !actions.includes('sqs:ReceiveMessage'))).toEqual([
      {
        actions: ['secretsmanager:GetSecretValue'],
        resources: ['EGRESS_SECRET_ID'],
        partitions: undefined,
      },
      // The engine cannot list the bucket, so it cannot find the key of an answer.
      ...(name === 'engine' ? ANSWER_ACTIONS : []).map((actions) => ({
        actions,
        resources: ['uploads/answers/*'],
        partitions: undefined,
      })),
    ]);
  });
});

describe.each([
  ['engine', engine],
  ['checkEgress', checkEgress],
])('code that runs as %s', (_, handler) => {
  const stage = createAccountHarness();

  it('cannot read or change a profile, a password, a key or a balance', async () => {
    const { user } = await stage.person({ paid: true });
    const context = stage.context();
    const db = stage.table().db();
    const { id, email, passwordHash } = user;
    const attacks: Readonly<Record<string, () => Promise<unknown>>> = {
      'read the profile': () => context.accounts.get(id),
      'read the password hash': () => context.accounts.readPasswordHash(user),
      'find the account': () => context.accounts.findByEmail(email),
      'read all items': () => Array.fromAsync(db.query({ partition: userKey(id).PK })),
      'read several items': () => db.batchGet([userKey(id), factKey('domain:a.fr')]),
      'replace the password': () => context.accounts.replacePasswordHash(id, passwordHash, 'x'),
      'become an administrator': () => db.update(userKey(id), updateExpression({ role: 1 })),
      'replace the profile': () => db.put({ ...userKey(id), ...user, role: 1 }),
      'hide a write in a transaction': () =>
        db.transact([
          putWrite({ ...factKey('domain:a.fr') }),
          updateWrite(userKey(id), updateExpression({ role: 1 })),
        ]),
      'delete the account': () => db.delete(userKey(id)),
      'grant credits': () => context.ledger.transact(id, [createGrantEntry('adm:1', 1000, 'test')]),
      'read a secret': () => context.secrets.key('form'),
    };
    const succeeded: string[] = [];
    for (const [attack, run] of Object.entries(attacks)) {
      await runAs(handler, run).catch(() => undefined);
      if (takeMissingGrants().length === 0) succeeded.push(attack);
    }
    expect(succeeded).toEqual([]);
  });

  it('can store facts and leases', async () => {
    const db = stage.table().db();
    for (const key of [factKey('domain:b.fr'), leaseKey('google|mta1')])
      await runAs(handler, async () => {
        await db.put({ ...key, name: 'b.fr' });
        expect(await db.get(key)).toMatchObject({ name: 'b.fr' });
        expect(await db.batchGet([key])).toHaveLength(1);
      });
    expect(takeMissingGrants()).toEqual([]);
    expect(partitions().facts).toEqual(['LEASE#*', 'FACT#*']);
  });
});

describe('code that runs as the engine and stores objects instead of answers', async () => {
  const table = await startFileTable();

  /** Returns the engine's unprocessed message for the first task of a new list. */
  async function takeTask(content: string) {
    const world = await createPipelineHarness(table, { paid: true });
    await world.grant(2000);
    const listId = await world.upload(content);
    const { queues } = world;
    const find = () => queues.waiting.find(({ queue }) => queue === 'express');
    await world.drain(async () => find() !== undefined);
    const task = engineTask.parse(JSON.parse(find()?.body ?? ''));
    queues.waiting.length = 0;
    const verdicts = (emails: readonly string[]) =>
      JSON.stringify({
        connections: 0,
        receives: 0,
        verdicts: emails.map((email) => createFakeVerdict(email, 'deliverable', 'accepted')),
      });
    return { world, listId, task, verdicts };
  }

  it('cannot stop a list with an empty object', async () => {
    const { world, listId, task } = await takeTask('ok1@a.fr\nbad1@a.fr\n');
    await runAs(engine, () => world.blobs.put(task.answer, ''));
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ processed: 0 });
    await world.advanceMinutes(16, 16);
    expect(await world.list(listId)).toMatchObject({ status: 7, valid: 1, invalid: 1 });
    expect([...world.engine.attempts.values()]).toEqual([1, 1]);
  });

  it('cannot change a verdict that was booked, or one of a task that it was not given', async () => {
    const { world, listId, task, verdicts } = await takeTask('bad1@a.fr\n');
    const other = await takeTask('bad2@b.fr\n');
    await world.blobs.put(task.answer, verdicts(['bad1@a.fr']));
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 7, valid: 1 });
    const booked = world.result(listId);
    await runAs(engine, async () => {
      await world.blobs.put(task.answer, verdicts(['bad1@a.fr']));
      // One key has the HMAC of another task, and one has no HMAC.
      const name = other.task.answer.slice(0, other.task.answer.lastIndexOf('.'));
      for (const key of [`${name}.${task.answer.slice(name.length + 1)}`, name])
        await other.world.blobs.put(key, other.verdicts(['bad2@b.fr']));
    });
    await world.drain();
    await other.world.drain();
    expect(world.result(listId)).toBe(booked);
    expect(world.blobs.objects.get(task.answer)).toHaveLength(0);
    expect(await other.world.list(other.listId)).toMatchObject({ processed: 0 });
    expect(other.world.blobs.keysWithContent().join()).not.toContain('answers/');
  });
});
