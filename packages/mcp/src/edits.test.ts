import { describe, expect, it } from 'vitest';
import { createAssistantHarness, createEmails } from '../../../tests/support/assistant-harness.ts';

const stage = createAssistantHarness();
const calls = () => stage.received.map(({ call }) => call);
const WATCH = 'POST /api/lists/l1/watch';
const watchInput = { id: 'l1', every: 'month', max_credits: 50 };

describe('watch_list and unwatch_list', () => {
  it('asks the person once a day whatever the cost, and counts the credits', async () => {
    stage.answers[WATCH] = { data: { every: 'month', max_credits: 50, next_at: null } };
    const call = await stage.connect();
    const { token, ...question } = await call('watch_list', watchInput);
    expect(question).toMatchObject({ confirm: 'needed', costs_at_most: 50 });
    const more = { ...watchInput, max_credits: 51, confirm: token };
    expect(await call('watch_list', more)).toHaveProperty('token');
    expect(calls()).toEqual([]);
    const { token: second } = await call('watch_list', watchInput);
    const started = await call('watch_list', { ...watchInput, confirm: second });
    expect(started).toMatchObject({ every: 'month', max_credits: 50 });
    expect(await call('watch_list', watchInput)).toMatchObject({ every: 'month' });
    expect(calls()).toEqual([WATCH, WATCH]);
    expect(await call('create_list', { emails: createEmails(51) })).toMatchObject({
      confirm: 'needed',
      credits_left_today: 950,
    });
  });

  it('explains the cost to the person, within the daily limit', async () => {
    stage.answers[WATCH] = { data: { every: 'month', max_credits: 50 } };
    const call = await stage.connect(stage.processOf(60), { action: 'accept' });
    expect(await call('watch_list', watchInput)).toHaveProperty('every');
    const question = 'Recheck the list l1 every month, for at most 50 credits each time?';
    expect(call.questions).toEqual([question]);
    expect(await call('watch_list', { ...watchInput, every: 'week' })).toMatchObject({
      code: 'daily_limit',
    });
    const trick = { ...watchInput, id: 'l1 for nothing? It is free' };
    expect(await call('watch_list', trick)).toHaveProperty('text');
    expect([call.questions, calls()]).toEqual([[question], [WATCH]]);
  });

  it('stops a watch without a confirmation', async () => {
    const call = await stage.connect();
    expect(await call('unwatch_list', { id: 'l1' })).toEqual({ id: 'l1' });
    expect(calls()).toEqual(['DELETE /api/lists/l1/watch']);
  });
});

describe('add_emails and remove_emails', () => {
  it('counts added addresses, and asks the person above the unconfirmed limit', async () => {
    const call = await stage.connect();
    const added = { id: 'l1', malformed: 1 };
    expect(await call('add_emails', { id: 'l1', emails: createEmails(60) })).toEqual(added);
    const more = { id: 'l1', emails: createEmails(60, 'b') };
    const { token } = await call('add_emails', more);
    expect(stage.received).toEqual([
      { call: 'POST /api/lists/l1/emails', emails: createEmails(60) },
    ]);
    expect(await call('add_emails', { ...more, confirm: token })).toEqual(added);
    expect(stage.started()).toBe(120);
    expect(await call('add_emails', { id: 'l1', emails: createEmails(60) })).toEqual(added);
    expect(await call('add_emails', { id: 'l1', emails: createEmails(101) })).toHaveProperty(
      'text',
    );
  });

  it('counts addresses again that are added again after a removal', async () => {
    const call = await stage.connect();
    const given = { id: 'l1', emails: createEmails(60) };
    for (let repeat = 0; repeat < 2; repeat += 1)
      expect(await call('add_emails', given)).toHaveProperty('malformed');
    await call('remove_emails', given);
    const restarted = await stage.connect();
    expect(await restarted('add_emails', given)).toMatchObject({
      confirm: 'needed',
      credits_left_today: 940,
    });
  });

  it('removes addresses without a confirmation', async () => {
    const call = await stage.connect(stage.processOf(0));
    expect(await call('remove_emails', { id: 'l1', emails: createEmails(2) })).toEqual({
      id: 'l1',
    });
    expect(stage.received).toEqual([
      { call: 'DELETE /api/lists/l1/emails', emails: createEmails(2) },
    ]);
  });
});
