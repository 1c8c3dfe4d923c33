import { beforeEach, afterEach, describe, expect, test, vi } from 'vitest';
import { startFakeAccount } from '../tests/support/fake-account.ts';
import { PRODUCTION_CONFIG } from '../tests/infra/production.ts';
import { PAUSE_RULES } from './edge/pause-rules.ts';
import { createStageConfig } from './stage/config.ts';
import { pauseStage, readPause, resumeStage } from './pause-stage.ts';

const MAPPING = 'AWS::Lambda::EventSourceMapping';
const RULE = 'AWS::Events::Rule';
const ACL = ['AWS::WAFv2::WebACL', 'acl|id|CLOUDFRONT'] as const;
const RECORD = '/tamis/prod/paused';

const OWN_RULES = [{ Name: 'calls', Priority: 2, Statement: {} }];
const SOURCES = ['mapping 1', 'mapping 2', 'rule-1', 'rule-2'];
const CORE = [
  ['AWS::SQS::Queue', 'a-queue'],
  [MAPPING, 'mapping 1'],
  [MAPPING, 'mapping 2'],
  [RULE, 'rule-1'],
  [RULE, 'rule-2'],
] as const;
const SMALL = [CORE[1], CORE[3]];

let account: Awaited<ReturnType<typeof startAccount>>;

async function startAccount(
  stacks: Parameters<typeof startFakeAccount>[0]['stacks'] = {
    'Tamis-prod': CORE,
    'Tamis-prod-Edge': [ACL],
    'Tamis-prod-Observe': [[RULE, 'daily-mail']],
    'Tamis-prod-eu2': [[MAPPING, 'of another stage']],
  },
) {
  const started = await startFakeAccount({
    account: PRODUCTION_CONFIG.account,
    stacks,
    rules: OWN_RULES,
  });
  vi.stubEnv('AWS_ENDPOINT_URL', started.url);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  return started;
}

beforeEach(async () => {
  account = await startAccount();
});
afterEach(() => {
  vi.unstubAllEnvs();
  account.close();
});

const lines: string[] = [];
beforeEach(() => void lines.splice(0));
const report = (line: string) => void lines.push(line);
const config = createStageConfig('prod', PRODUCTION_CONFIG);
const pause = () => pauseStage(config, report);
const resume = () => resumeStage(config, report);
const off = () => [...account.on].flatMap(([id, isOn]) => (isOn ? [] : [id])).toSorted();
const inOrder = (...operations: string[]) =>
  account.calls.filter((call) => operations.some((operation) => call.startsWith(operation)));

/** Runs `command` with each of its calls denied once, and then again. Returns the number of calls. */
async function interruptEach(
  command: () => Promise<void>,
  { prepare, check }: { prepare: () => Promise<void>; check: () => void },
): Promise<number> {
  account.close();
  account = await startAccount({ 'Tamis-prod': SMALL, 'Tamis-prod-Edge': [ACL] });
  for (let failAt = 1; ; failAt += 1) {
    await prepare();
    account.calls.splice(0);
    account.settings.failAt = failAt;
    const failed = await command().then(
      () => false,
      () => true,
    );
    account.settings.failAt = Number.POSITIVE_INFINITY;
    if (failed) await command();
    check();
    if (!failed) return failAt - 1;
  }
}

describe('a pause', () => {
  test('puts its rules before those of the firewall, and keeps all other settings', async () => {
    const before = account.acl();
    await pause();
    expect(account.acl()).toEqual({ ...before, Rules: [...PAUSE_RULES, ...OWN_RULES] });
  });

  test('turns off each event source and schedule of the stage, and of no other stage', async () => {
    await pause();
    expect(off()).toEqual(SOURCES);
  });

  test('waits for a source that is still changing, and until every source is off', async () => {
    account.settings.settleReads = 1;
    await resume();
    await pause();
    expect(off()).toEqual(SOURCES);
    await resume();
    expect(off()).toEqual([]);
  });

  test('closes the firewall, then records what it turns off, then turns it off', async () => {
    await pause();
    const changes = inOrder('UpdateWebACL', 'PutParameter', 'PUT', 'DisableRule');
    expect(changes).toEqual([
      'UpdateWebACL',
      'PutParameter',
      'PUT /2015-03-31/event-source-mappings/mapping 1',
      'PUT /2015-03-31/event-source-mappings/mapping 2',
      'DisableRule',
      'DisableRule',
    ]);
  });

  test('changes no source the second time', async () => {
    await pause();
    const record = account.parameters.get(RECORD);
    account.calls.splice(0);
    await pause();
    expect(inOrder('PUT /2015', 'DisableRule', 'EnableRule')).toEqual([]);
    expect(account.acl()).toMatchObject({ Rules: [...PAUSE_RULES, ...OWN_RULES] });
    expect(account.parameters.get(RECORD)).toBe(record);
  });

  test('continues after an interruption at any call, and loses nothing to turn on again', async () => {
    const calls = await interruptEach(pause, {
      prepare: resume,
      check() {
        expect(off()).toEqual(['mapping 1', 'rule-1']);
        expect(account.parameters.get(RECORD)).toBe('["mapping 1","rule-1"]');
      },
    });
    expect(calls).toBeGreaterThan(8);
  });

  test('turns off a source that a deployment added or turned on', async () => {
    await pause();
    account.on.set('rule-1', true);
    await pause();
    expect(off()).toEqual(SOURCES);
  });

  test('reports when the functions that are running end', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T12:00:00Z') });
    await pause().finally(() => vi.useRealTimers());
    expect(lines).toEqual([
      expect.stringMatching(/^Paused 4 .* end by 2026-01-01T12:(0[5-9]|1[0-5]):00\.000Z\.$/),
    ]);
  });

  test('of a stage without a firewall reports that its API remains open', async () => {
    const withoutDomain = createStageConfig('prod', { kind: 'dev', region: 'eu-west-3' });
    await pauseStage(withoutDomain, report);
    expect(off()).toEqual(SOURCES);
    await resumeStage(withoutDomain, report);
    expect(lines[0]).toBe('The stage has no firewall, so its API remains open.');
    expect(inOrder('UpdateWebACL')).toEqual([]);
    expect(off()).toEqual([]);
  });
});

describe('a resume', () => {
  test('turns on what the pause turned off, then opens the firewall, then ends the pause', async () => {
    await pause();
    account.calls.splice(0);
    await resume();
    expect(off()).toEqual([]);
    expect(account.acl()).toMatchObject({ Rules: OWN_RULES });
    expect(inOrder('UpdateWebACL', 'PutParameter', 'PUT', 'EnableRule').slice(-4)).toEqual([
      'EnableRule',
      'EnableRule',
      'UpdateWebACL',
      'PutParameter',
    ]);
    expect(await readPause(config)).toEqual([]);
  });

  test('leaves a source off that was disabled before the pause', async () => {
    account.on.set('mapping 2', false).set('rule-2', false);
    await pause();
    await pause();
    expect(off()).toEqual(SOURCES);
    await resume();
    expect(off()).toEqual(['mapping 2', 'rule-2']);
  });

  test('continues after an interruption at any call', async () => {
    const calls = await interruptEach(resume, {
      async prepare() {
        account.on.set('rule-1', false);
        await pause();
      },
      check() {
        expect(off()).toEqual(['rule-1']);
        expect(account.acl()).toMatchObject({ Rules: OWN_RULES });
        expect(account.parameters.get(RECORD)).toBe('[]');
      },
    });
    expect(calls).toBeGreaterThan(8);
  });

  test('ignores a source that a deployment removed during the pause', async () => {
    await pause();
    account.parameters.set(RECORD, JSON.stringify(['removed', ...SOURCES]));
    await resume();
    expect(off()).toEqual([]);
  });

  test('of a stage that is not paused changes no source', async () => {
    account.on.set('rule-2', false);
    await resume();
    expect(inOrder('PUT', 'EnableRule')).toEqual([]);
    expect(off()).toEqual(['rule-2']);
  });
});
