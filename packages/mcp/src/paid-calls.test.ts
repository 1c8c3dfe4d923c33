import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAssistantHarness, createEmails } from '../../../tests/support/assistant-harness.ts';

const stage = createAssistantHarness();

describe('paid calls of an assistant', () => {
  it('need the token of the first response, which is valid once, for the same addresses', async () => {
    const call = await stage.connect();
    const many = createEmails(101);
    await call('create_list', { emails: many, confirm: true });
    const question = await call('create_list', { emails: many, confirm: 'yes' });
    expect(question).toEqual({
      confirm: 'needed',
      question: 'Verify email addresses (101), for at most 1 credit each?',
      token: 'token-1',
      costs_at_most: 101,
      credits_left_today: 1000,
    });
    const others = { emails: createEmails(101, 'b'), confirm: 'token-1' };
    expect(await call('create_list', others)).toMatchObject({ token: 'token-2' });
    expect(await call('create_list', { emails: many, confirm: 'token-1' })).toMatchObject({
      token: 'token-3',
    });
    expect(stage.started()).toBe(0);
    expect(await call('create_list', { emails: many, confirm: 'token-3' })).toMatchObject({
      id: 'l1',
    });
    expect(stage.started()).toBe(101);
    expect(await call('create_list', { ...others, confirm: 'token-3' })).toHaveProperty('token');
  });

  it.each(['\n', '\r', '\r\n'])(
    'count every line of an entry, separated by %j',
    async (lineBreak) => {
      const call = await stage.connect();
      const given = { emails: ['one@customer.test', createEmails(101).join(lineBreak)] };
      const { token, ...question } = await call('create_list', given);
      expect(question).toMatchObject({ confirm: 'needed', costs_at_most: 102 });
      await call('create_list', { ...given, confirm: token });
      expect(stage.started()).toBe(102);
      expect(stage.received.flatMap((each) => each.emails).join()).not.toMatch(/[\r\n]/);
    },
  );

  it('need a new token after ten minutes', async () => {
    const call = await stage.connect();
    const { token } = await call('create_list', { emails: createEmails(101) });
    stage.now += 10 * 60_000 + 1;
    const late = await call('create_list', { emails: createEmails(101), confirm: token });
    expect([late['confirm'], stage.started()]).toEqual(['needed', 0]);
  });

  it('need confirmation above 100 credits in total, over lists, checks and processes', async () => {
    const call = await stage.connect();
    expect(await call('create_list', { emails: createEmails(60) })).toHaveProperty('id');
    expect(await call('create_list', { emails: createEmails(60, 'b') })).toHaveProperty('token');
    const restarted = await stage.connect();
    for (const email of createEmails(40, 'c'))
      expect(await restarted('check_email', { email })).toHaveProperty('status');
    const one = { email: 'one@more.test' };
    const { token } = await restarted('check_email', one);
    expect([token, stage.started()]).toEqual([expect.any(String), 100]);
    expect(await restarted('check_email', { ...one, confirm: token })).toHaveProperty('status');
    const together = [createEmails(60, 'd'), createEmails(60, 'e')].map((each) =>
      call('create_list', { emails: each }),
    );
    for (const answer of await Promise.all(together)) expect(answer).toHaveProperty('token');
    expect(await call('create_list', { emails: createEmails(60) })).toHaveProperty('id');
    stage.now += 12 * 3_600_000;
    expect(await call('check_email', { email: 'next@day.test' })).toHaveProperty('status');
  });

  it.each([
    ['accept', 'id', 101],
    ['decline', 'code', 0],
  ] as const)(
    'are confirmed by the person through the client: %s',
    async (action, answer, credits) => {
      const call = await stage.connect(stage.processOf(), { action });
      const given = { emails: createEmails(101), confirm: 'token-1' };
      expect(await call('create_list', given)).toHaveProperty(answer);
      expect(call.questions).toEqual(['Verify email addresses (101), for at most 1 credit each?']);
      expect(stage.started()).toBe(credits);
    },
  );

  it('verify a deleted list again once, if the person agrees to pay for it again', async () => {
    const call = await stage.connect();
    const given = { emails: createEmails(2) };
    await call('create_list', given);
    stage.deletedKeys.add(stage.keys[0] ?? '');
    const { token, ...question } = await call('create_list', given);
    expect(question).toEqual({
      confirm: 'needed',
      question: expect.stringMatching(/deleted.* \(2\), for at most 1 credit each/),
      costs_at_most: 2,
      credits_left_today: 998,
    });
    expect(await call('create_list', { ...given, confirm: token })).toHaveProperty('id');
    const other = await stage.connect(stage.processOf(), { action: 'decline' });
    expect(await other('create_list', given)).toHaveProperty('id');
    const created = stage.keys.filter((key) => !stage.deletedKeys.has(key));
    expect([created.length, new Set(created).size]).toEqual([2, 1]);
    stage.deletedKeys.add(created[0] ?? '');
    expect(await other('create_list', given)).toMatchObject({ code: 'declined' });
    expect(other.questions).toHaveLength(1);
    expect(await other('create_list', { emails: createEmails(996, 'b') })).toMatchObject({
      code: 'declined',
    });
    expect(await other('create_list', { emails: createEmails(997, 'b') })).toMatchObject({
      code: 'daily_limit',
    });
  });

  it('do not recheck a list that got more unknown addresses than the person agreed to', async () => {
    const answers = stage.answers;
    const counts = { state: 'finished', unknown: 101 };
    answers['GET /api/lists/l1'] = { data: counts };
    const call = await stage.connect(stage.processOf(), {
      action: 'accept',
      onQuestion: () => (counts.unknown = 102),
    });
    expect(await call('recheck_list', { id: 'l1' })).toMatchObject({ code: 'declined' });
    expect(stage.received.map((each) => each.call)).not.toContain('POST /api/lists/l1/recheck');
    answers['POST /api/lists/l1/recheck'] = { data: { total_email: 102 } };
    expect(await call('recheck_list', { id: 'l1' })).toHaveProperty('total_email');
  });

  it('end at the daily limit set when the server was started', async () => {
    const call = await stage.connect(stage.processOf(150), { action: 'accept' });
    expect(await call('create_list', { emails: createEmails(120) })).toHaveProperty('id');
    const restarted = await stage.connect(stage.processOf(150), { action: 'accept' });
    for (const given of [
      { emails: createEmails(31, 'b') },
      { emails: createEmails(2000, 'c'), confirm: true },
    ])
      expect(await restarted('create_list', given)).not.toHaveProperty('id');
    expect(await restarted('create_list', { emails: createEmails(31, 'b') })).toMatchObject({
      code: 'daily_limit',
      messages: [expect.stringContaining('30 credits are left for assistants today')],
    });
    expect([stage.started(), restarted.questions]).toEqual([120, []]);
    expect(await restarted('create_list', { emails: createEmails(30, 'd') })).toHaveProperty('id');
    const file = join(stage.kept, 'assistants-2026-11-23.txt');
    expect([statSync(file).mode & 0o777, statSync(stage.kept).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
  });
});
