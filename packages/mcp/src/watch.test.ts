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
