import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { startFileTable } from '../support/file-table.ts';
import { expectInvariants } from '../support/invariants.ts';
import { createPipelineHarness } from '../support/pipeline-harness.ts';
import { expectStoredResultParts, resultObjects } from '../support/result-files.ts';

const table = await startFileTable();

it('processes a list from its upload to its result and its email', async () => {
  const world = await createPipelineHarness(table);
  await world.grant(100);
  const listId = await world.upload(
    [
      'Courriel;Nom',
      'ok1@a.fr;Zoé',
      'bad1@a.fr;x',
      '',
      'OK1@a.fr;again',
      'typo@gmial.com;=1+1',
      'no address;y',
      'grey@b.fr;z',
      'odd@c.fr',
      ';nobody',
      'any@d.fr;w',
    ].join('\r\n'),
  );
  await world.drain();
  expect(await world.list(listId)).toMatchObject({
    status: 4,
    total: 7,
    duplicates: 1,
    badSyntax: 1,
    processed: 6,
    open: 1,
    reserved: 6,
  });
  await expectInvariants(world);
  await world.advanceMinutes(40);
  await expectInvariants(world);

  expect(await world.list(listId)).toMatchObject({
    status: 7,
    processed: 7,
    valid: 2,
    invalid: 3,
    risky: 1,
    unknown: 1,
    charged: 5,
    reasons: { bad_syntax: 1, policy: 1, accepted: 2 },
  });
  expect(world.engine.attempts.get('grey@b.fr')).toBe(3);
  expect(await world.context.ledger.balance(world.userId)).toMatchObject({
    available: 95,
    reserved: 0,
    consumed: 5,
  });
  expect(
    parse(world.result(listId), { delimiter: ';', bom: true, relax_column_count: true }),
  ).toEqual([
    ['Courriel', 'Nom', 'status', 'reason', 'suggestion', 'address'],
    ['ok1@a.fr', 'Zoé', 'deliverable', 'accepted', '', 'ok1@a.fr'],
    ['bad1@a.fr', 'x', 'undeliverable', 'no_such_mailbox', '', 'bad1@a.fr'],
    [''],
    ['OK1@a.fr', 'again', 'deliverable', 'accepted', '', 'OK1@a.fr'],
    ['typo@gmial.com', "'=1+1", 'undeliverable', 'no_such_domain', 'a@gmail.com', 'typo@gmial.com'],
    ['no address', 'y', 'undeliverable', 'bad_syntax', '', ''],
    ['grey@b.fr', 'z', 'deliverable', 'accepted', '', 'grey@b.fr'],
    ['odd@c.fr', '', 'unknown', 'policy', '', 'odd@c.fr'],
    ['', 'nobody', '', '', '', ''],
    ['any@d.fr', 'w', 'risky', 'catch_all', '', 'any@d.fr'],
  ]);
  expect(world.sent).toHaveLength(1);
  expect(world.sent[0]?.text).toContain('My list');
  expectStoredResultParts(world.blobs.objects, listId);
  expect([...world.blobs.objects.keys()].toSorted()).toEqual([
    ...resultObjects(listId),
    `uploads/${world.userId}/${listId}`,
  ]);
  expect(world.dead).toEqual([]);
});
