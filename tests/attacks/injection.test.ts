import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { routes } from '../support/routes.ts';
import { invoke } from '../support/invoke.ts';
import { createApiEvent } from '../support/api-event.ts';
import { newSourceIp } from '../support/account-harness.ts';
import { callHandler } from '../support/call.ts';
import { startFileTable } from '../support/file-table.ts';
import { createPerson } from '../support/people.ts';
import { type PipelineHarness, createPipelineHarness } from '../support/pipeline-harness.ts';
import { testContext } from '../support/test-context.ts';

/** Injection through input that ends up in an email, a header or a spreadsheet. */

const table = await startFileTable();

const BREAKS = {
  'a line break': 'List\r\nBcc: eve@evil.example',
  'a line feed': 'List\nSubject: pay here',
  'a NUL': 'List\0.exe',
  'a line separator': 'List\u2028next',
  'half a character': 'List\ud83d',
};

const upload = (world: PipelineHarness, body: object) =>
  callHandler(world.context, routes.upload, {
    headers: world.headers,
    body,
    sourceIp: newSourceIp(),
  });

describe('the name of a list', () => {
  it.each(Object.entries(BREAKS))('is rejected with %s', async (_, name) => {
    const world = await createPipelineHarness(table);
    const answer = await upload(world, { name, file_name: 'list.csv', size: 10 });
    expect([answer.status, answer.body.code]).toEqual([422, 'validation']);
  });

  it('cannot reverse text, and is escaped in emails, headers and pages', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(10);
    const name =
      '=HYPERLINK("http://evil.example")\u202e<script>x</script>\u200b "; filename="a.exe';
    const listId = await world.upload('ok1@a.fr\n');
    await world.drain(async () => (await world.list(listId)) !== undefined);
    const renamed = { headers: world.headers, params: { id: listId }, body: { name } };
    expect((await callHandler(world.context, routes.renameFile, renamed)).status).toBe(200);
    await world.drain();
    await world.advanceMinutes(2);
    const [mail] = world.sent;
    expect(mail?.subject).toContain('=HYPERLINK("http://evil.example")<script>');
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/[\u200b\u202e]/);
    expect(mail?.html).not.toContain('<script');
    expect(mail?.html).not.toContain('href="http://evil');

    const download = createApiEvent(routes.download.route, {
      headers: world.headers,
      body: { file_id: listId, type: 'all' },
    });
    const { headers } = await invoke(routes.download, world.context, download);
    const disposition = String(headers?.['Content-Disposition']);
    expect(disposition.match(/filename="/g)).toHaveLength(1);
    expect(disposition).toMatch(/^attachment; filename="[^"]*"; filename\*=UTF-8''[\w%!~.+-]*$/);
  });
});

describe('the name of a file', () => {
  it.each([
    ['that climbs', '../../../etc/passwd.csv'],
    ['with line breaks', 'a\r\nContent-Type: text/html\r\n\r\n.csv'],
    ['that reverses text', 'invoice\u202evsc.exe.csv'],
    ['with a NUL', 'a.exe\0.csv'],
    ['of markup', '<img src=x onerror=alert(1)>.csv'],
  ])(
    '%s cannot name an object, and is stored without invisible characters',
    async (_, fileName) => {
      const world = await createPipelineHarness(table);
      const body = { name: 'List', file_name: fileName, size: 10 };
      const { status, body: answer } = await upload(world, body);
      expect(status).toBe(200);
      const { file_id: listId } = answer.data as { file_id: string };
      expect(answer.data).toMatchObject({
        upload: { fields: { key: `uploads/${world.userId}/${listId}` } },
      });
      const arrived = await world.context.lists.create(world.userId, listId, 0);
      expect(arrived?.sourceName).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    },
  );
});

describe('the name of a person', () => {
  it.each([
    ...Object.entries(BREAKS),
    ['reversed text', 'Ada\u202egnp'],
    ['a link with a scheme', 'Ada https://evil'],
    ['markup', '<b>Ada</b>'],
  ])(
    'is rejected with %s, so that our emails cannot carry an attacker’s message',
    async (_, first_name) => {
      const context = testContext(table);
      const { headers } = await createPerson(context);
      const profile = {
        headers,
        body: { first_name, last_name: 'Martin' },
        sourceIp: newSourceIp(),
      };
      expect(await callHandler(context, routes.editProfile, profile)).toMatchObject({
        status: 422,
        body: { code: 'validation', fields: { first_name: [expect.any(String)] } },
      });
    },
  );
});

it('a spreadsheet executes nothing in a result: neither headers, cells nor addresses', async () => {
  const world = await createPipelineHarness(table);
  await world.grant(10);
  const formula = '"=cmd|\' /C calc\'!A0"';
  const listId = await world.upload(
    `email;${formula};@SUM(1)\nok1@a.fr;${formula};-1+1\n+33@a.fr;\t=1;"\r=1"\n"=1+1@a.fr";＝1;x\n`,
  );
  await world.drain();
  await world.advanceMinutes(2);
  expect(await world.list(listId)).toMatchObject({ status: 7 });
  const rows: string[][] = parse(world.result(listId), { delimiter: ';', bom: true });
  expect(rows).toHaveLength(4);
  const cells = rows.flat();
  expect(cells.filter((cell) => /^[=+\-@\t\r\n\0＝＋－＠]/.test(cell))).toEqual([]);
  expect(cells.filter((cell) => cell.startsWith("'"))).toHaveLength(11);
});

it('a spreadsheet with a different separator, which ignores the quotes, executes nothing either', async () => {
  const world = await createPipelineHarness(table);
  await world.grant(10);
  const dde = "=cmd|' /C calc'!A0";
  const cells = [`x;${dde};`, `x;""${dde};`, `x|${dde}|`, `x\t${dde}\t`, `x\n${dde}\n`];
  const listId = await world.upload(
    `email,note\n${cells.map((cell, at) => `ok${at}@a.fr,"${cell}"\n`).join('')}`,
  );
  await world.drain();
  await world.advanceMinutes(2);
  expect(await world.list(listId)).toMatchObject({ status: 7 });
  for (const separator of [',', ';', '|', '\t']) {
    // After the closing quote, a spreadsheet takes the rest of a cell literally.
    const parts = world.result(listId).split(new RegExp(`[${separator}\r\n]`));
    expect(parts.filter((part) => /^"*=/.test(part))).toEqual([]);
  }
});
