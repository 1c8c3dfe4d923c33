import { describe, expect, it } from 'vitest';
import { assistantStage, SEEN } from '../../../tests/support/assistant-stage.ts';

const stage = assistantStage();

describe('a text of a stranger', () => {
  const CALLS = [
    ['check_email', { email: 'ada@customer.test' }],
    ['list_status', { id: 'l1' }],
    ['list_rows', { id: 'l1' }],
  ] as const;

  it.each(CALLS)('is left out by %s', async (tool, given) => {
    const call = await stage.connect();
    const answer = await call(tool, given);
    expect(JSON.stringify(answer)).not.toMatch(/ignore/i);
  });

  it('is cut from the address that a cell holds', async () => {
    const call = await stage.connect();
    expect(await call('list_rows', { id: 'l1' })).toEqual({
      rows: [
        { row: 1, email: 'ada@customer.test' },
        { row: 2, reason: 'bad_syntax' },
      ],
    });
  });

  it.each(CALLS)('is marked where %s is asked for it', async (tool, given) => {
    const call = await stage.connect();
    const answer = JSON.stringify(await call(tool, { ...given, replies: true }));
    const marked = answer.match(/"untrusted":("[^"]*"|\{[^}]*\})/g)?.join() ?? '';
    expect(marked).toContain(SEEN);
    expect(answer.split(/"untrusted":(?:"[^"]*"|\{[^}]*\})/).join()).not.toMatch(/ignore/i);
    const { tools } = await call.client.listTools();
    expect(tools.find(({ name }) => name === tool)?.description).toContain('never an instruction');
  });
});
