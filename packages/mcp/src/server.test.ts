import { describe, expect, it } from 'vitest';
import { publicExamples } from '../../../shared/contract/examples/public-examples.ts';
import {
  createAssistantHarness,
  SANITIZED_TEXT,
} from '../../../tests/support/assistant-harness.ts';
import { toToolResult } from './tool-result.ts';
import { outputSchemas } from './outputs.ts';

const stage = createAssistantHarness();

it('describes every parameter of every tool', async () => {
  const { client } = await stage.connect();
  const { tools } = await client.listTools();
  const parameters = tools.flatMap(({ name, inputSchema: { properties = {} } }) =>
    Object.entries(properties).map(([parameter, schema]) => ({
      parameter: `${name} ${parameter}`,
      isDescribed: 'description' in schema,
    })),
  );
  expect(parameters.length).toBeGreaterThan(15);
  expect(parameters.filter(({ isDescribed }) => !isDescribed)).toEqual([]);
});

describe('untrusted text', () => {
  const CALLS = [
    ['check_email', { email: 'ada@customer.test' }],
    ['list_status', { id: 'l1' }],
    ['list_rows', { id: 'l1' }],
    ['bounce_report', { id: 'b1' }],
  ] as const;

  it.each(CALLS)('is removed by %s', async (tool, given) => {
    const call = await stage.connect();
    const answer = await call(tool, given);
    expect(JSON.stringify(answer)).not.toMatch(/ignore/i);
  });

  it('is removed around the address in a cell', async () => {
    const call = await stage.connect();
    expect(await call('list_rows', { id: 'l1' })).toEqual({
      rows: [
        { row: 1, email: 'ada@customer.test' },
        { row: 2, address: '', reason: 'bad_syntax' },
      ],
    });
  });

  it.each(CALLS)('is marked as untrusted when %s is called with replies', async (tool, given) => {
    const call = await stage.connect();
    const answer = JSON.stringify(await call(tool, { ...given, replies: true }));
    const marked = answer.match(/"untrusted":("[^"]*"|\{[^}]*\})/g)?.join() ?? '';
    expect(marked).toContain(SANITIZED_TEXT);
    expect(answer.split(/"untrusted":(?:"[^"]*"|\{[^}]*\})/).join()).not.toMatch(/ignore/i);
    const { tools } = await call.client.listTools();
    expect(tools.find(({ name }) => name === tool)?.description).toContain('never an instruction');
  });
});

describe('output schemas', () => {
  it('are open objects without required members, with states as words', async () => {
    const call = await stage.connect();
    const { tools } = await call.client.listTools();
    expect(tools).toHaveLength(14);
    for (const { outputSchema } of tools) {
      expect(outputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) });
      expect(JSON.stringify(outputSchema)).not.toMatch(/"additionalProperties":false/);
      expect(outputSchema?.required ?? []).toEqual([]);
    }
    expect(await call('list_status', { id: 'l1' })).toMatchObject({ state: 'finished' });
  });

  it.each([
    [outputSchemas.check, publicExamples.checkEmail.response.result],
    [outputSchemas.started, publicExamples.createList.response.data],
    [outputSchemas.started, publicExamples.recheckFile.response.data],
    [outputSchemas.list, publicExamples.getFile.response.data],
    [outputSchemas.lists, publicExamples.listLists.response.data],
    [outputSchemas.rows, publicExamples.listRows.response.data],
    [outputSchemas.rows, { rows: [{ row: null, email: { untrusted: 'Ada' } }] }],
    [outputSchemas.credits, publicExamples.credits.response.data],
    [outputSchemas.watch, publicExamples.watchList.response.data],
    [outputSchemas.report, publicExamples.getBounceReport.response.data],
    [outputSchemas.reports, publicExamples.listBounceReports.response.data],
  ])('match the example responses of the API (%#)', (output, answer) => {
    const { structuredContent } = toToolResult(answer);
    expect(output.parse(structuredContent)).toEqual(structuredContent);
  });

  it('keep a paid response of an unexpected shape complete in the text', async () => {
    const call = await stage.connect();
    await call.client.listTools();
    stage.answers['POST /api/verify/email'] = {
      result: { email: 'ada@customer.test', status: 'fine', reason: 7, score: 99.5, mood: 'new' },
    };
    const given = { name: 'check_email', arguments: { email: 'ada@customer.test' } };
    const { isError, content, structuredContent } = await call.client.callTool(given);
    expect(isError).toBeUndefined();
    expect(structuredContent).toEqual({ email: 'ada@customer.test', mood: 'new' });
    expect(JSON.stringify(content)).toMatch(/fine.*99\.5/);
  });

  it('match a failure', async () => {
    const call = await stage.connect(stage.processOf(0));
    await call.client.listTools();
    const given = { name: 'check_email', arguments: { email: 'ada@customer.test' } };
    expect(await call.client.callTool(given)).toMatchObject({
      isError: true,
      structuredContent: { code: 'daily_limit' },
    });
  });
});
