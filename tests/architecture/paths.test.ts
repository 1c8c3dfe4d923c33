import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it, onTestFinished } from 'vitest';
import { createRemoteEngine } from '../../functions/checks/adapters/remote-engine.ts';
import { checkEmail } from '../../functions/checks/api.ts';
import { egressEngine, offlineEngine } from '../../functions/checks/engine-context.ts';
import { engine } from '../../functions/checks/workers.ts';
import { createGrantEntry } from '../../functions/credits/rules/ledger.ts';
import { createContainer, depsOf, type Factory } from '../../functions/platform/container.ts';
import * as platform from '../../functions/platform/context.ts';
import { startScriptedDns } from '../../packages/verifier/tests/scripted-dns.ts';
import { createApiEvent } from '../support/api-event.ts';
import { startFileTable } from '../support/file-table.ts';
import { filesRunBy } from '../support/files-run.ts';
import { invoke } from '../support/invoke.ts';
import { createPerson } from '../support/people.ts';
import { testContext } from '../support/test-context.ts';

/**
 * The files that a reader passes on the main line of calls of an act, from its handler. Each test
 * performs the act and fails if a listed file does not run, or if a file runs that is not listed.
 */

interface Path {
  readonly feature: string;
  /** In the order of the calls. */
  readonly files: readonly string[];
  readonly maxFiles: number;
  /** Patterns of files that run but are not on the main line, each with the reason. */
  readonly beside?: Readonly<Record<string, string>>;
}

/** Patterns of files that are on no path, each with the reason. */
const besideEvery = (feature: string): Readonly<Record<string, string>> => ({
  '^functions/platform/': 'Mechanisms that know no product.',
  '^functions/access/': 'The middlewares, which are the same for every route.',
  '/rules/|/adapters/keys\\.ts$': 'Pure functions, which call nothing.',
  '/(engine-)?context\\.ts$': 'Factories, which run once per container.',
  '/limit-[^/]+\\.ts$|/adapters/(check-slots|answer-counters)\\.ts$': 'Limits and slots.',
  [`^functions/(?!${feature}/).+/adapters/`]: 'Stores of other features.',
});

async function expectPath(path: Path, act: () => Promise<unknown>): Promise<void> {
  const beside = Object.keys({ ...besideEvery(path.feature), ...path.beside });
  const run = await filesRunBy(act);
  for (const pattern of Object.keys(path.beside ?? {}))
    expect(run, `a file that runs matches ${pattern}`).toContainEqual(
      expect.stringMatching(pattern),
    );
  const onPath = run.filter((file) => !beside.some((pattern) => new RegExp(pattern).test(file)));
  expect(onPath.toSorted()).toEqual(path.files.toSorted());
  expect(path.files.length).toBeLessThanOrEqual(path.maxFiles);
}

const table = await startFileTable();

it('a single check passes these files, from its handler to its response', async () => {
  // A domain that accepts no email has a conclusive verdict without a mail server.
  const dns = await startScriptedDns({ 'shop.example': { MX: [[0, '.']] } });
  onTestFinished(dns.close);
  const lambda = mockClient(LambdaClient);
  onTestFinished(() => lambda.restore());
  const context = testContext(
    table,
    { engine: createRemoteEngine(new LambdaClient(), { name: 'engine', domainsOnly: false }) },
    { DNS_SERVERS: `127.0.0.1:${dns.port}` },
  );
  const { clock, db, env, ids, log } = context;
  const overrides = new Map<Factory<unknown>, Factory<unknown>>([
    [platform.clock, () => clock],
    [platform.db, () => db],
    [platform.env, () => env],
    [platform.ids, () => ids],
    [platform.log, () => log],
  ]);
  const engines = depsOf({ egressEngine, offlineEngine }, createContainer(overrides));
  lambda.on(InvokeCommand).callsFake(async ({ Payload }: { Payload: string }) => {
    const response = await invoke(engine, engines, JSON.parse(Payload));
    return { Payload: Buffer.from(JSON.stringify(response)) };
  });
  const { user, headers } = await createPerson(context, { paid: true });
  await context.ledger.transact(user.id, [createGrantEntry('adm:path', 1, 'test')]);

  const path: Path = {
    feature: 'checks',
    files: [
      'functions/checks/api.ts',
      'functions/checks/check-email.ts',
      'functions/checks/check-attempt.ts',
      'functions/checks/adapters/remote-engine.ts',
      'functions/checks/workers.ts',
      'functions/checks/adapters/engine.ts',
      'functions/checks/adapters/checks.ts',
      'functions/checks/adapters/verdict-memory.ts',
    ],
    maxFiles: 8,
    beside: {
      '/adapters/engine-stores\\.ts$': 'Called by packages/verifier, to save lookups.',
      '^functions/low-credits/check-credits\\.ts$': 'Watches the balance after every charge.',
    },
  };
  await expectPath(path, async () => {
    const event = createApiEvent(checkEmail.route, {
      headers,
      body: { email: 'jane@shop.example' },
    });
    const { statusCode, body } = await invoke(checkEmail, context, event);
    expect([statusCode, JSON.parse(body)]).toMatchObject([200, { result: { reason: 'null_mx' } }]);
  });
});
