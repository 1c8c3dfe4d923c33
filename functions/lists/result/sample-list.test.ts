import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { ListedRow, RowsPage } from '../../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../../shared/contract/list-detail.ts';
import { SAMPLE_LIST_ID } from '../../../shared/model/sample-list.ts';
import {
  VERDICT_STATUSES,
  type VerdictReason,
  statusForReason,
} from '../../../shared/model/verdict.ts';
import { invoke } from '../../../tests/support/invoke.ts';
import { createApiEvent } from '../../../tests/support/api-event.ts';
import { callHandler } from '../../../tests/support/call.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { createPipelineHarness } from '../../../tests/support/pipeline-harness.ts';
import { countByScoreBand } from '../../../tests/support/listed-result.ts';
import { routes } from '../../../tests/support/routes.ts';
import { classifyAddress } from '../../../packages/verifier/src/address/kinds.ts';
import { classifyReply } from '../../../packages/verifier/src/classify/classify-reply.ts';
import { parseAddress } from '../../../packages/verifier/src/index.ts';
import { SAMPLE_ROWS } from './sample-list.ts';
import { noFlags } from '../../../shared/contract/examples/list-states.ts';

const table = await startFileTable();
const world = await createPipelineHarness(table, { paid: true });

const params = { id: SAMPLE_LIST_ID };

async function detail(headers: Record<string, string> = world.headers) {
  const { body } = await callHandler(world.context, routes.getFile, { headers, params });
  return body.data as ListDetail;
}

async function rows(query: Record<string, string> = {}): Promise<RowsPage> {
  const parts = { headers: world.headers, params, query };
  return (await callHandler(world.context, routes.listRows, parts)).body.data as RowsPage;
}

async function fetchDownload(body: object, headers: Record<string, string> = world.headers) {
  const event = createApiEvent(routes.download.route, {
    headers,
    body: { file_id: SAMPLE_LIST_ID, type: 'all', ...body },
  });
  const response = await invoke(routes.download, world.context, event);
  expect(response.statusCode).toBe(200);
  const text = Buffer.from(response.body, response.isBase64Encoded ? 'base64' : 'utf8').toString();
  return {
    name: String(response.headers?.['Content-Disposition']),
    cells: parse(text, { delimiter: ';', bom: true }) as string[][],
  };
}

describe('the sample list', () => {
  it('is available to every user: finished, free and without an expiry', async () => {
    expect(await detail()).toMatchObject({
      id: SAMPLE_LIST_ID,
      file_name: 'Sample list',
      status: 7,
      total_email: 42,
      processed: 42,
      duplicates: 1,
      expires_at: null,
      credits_charged: 0,
      credits_reserved: 0,
      credits_needed: 0,
      eta: null,
    });
    const { apiKey, testKey } = world.owner;
    for (const key of [apiKey, testKey])
      expect(await detail({ 'X-Api-Key': key ?? '' })).toEqual(await detail());
    const french = await detail({ ...world.headers, 'Accept-Language': 'fr' });
    expect(french.file_name).toBe('Liste d’exemple');
    const nobody = await callHandler(world.context, routes.getFile, { params });
    expect(nobody.status).toBe(401);
  });

  it('has counts, domains and providers that match its rows', async () => {
    const list = await detail();
    const page = await rows();
    expect(page).toMatchObject({ next: null, total: 43 });
    expect(new Set(page.rows.map(({ reason }) => reason))).toEqual(
      new Set(Object.keys(list.reasons)),
    );
    expect(list.valid / list.total_email).toBeCloseTo(0.7, 1);
    expect(list.unknown / list.total_email).toBeCloseTo(0.05, 2);
    const distinct = page.rows.filter(({ email }) => email !== 'Lea.Martin@Maple-Bakery.example');
    const withStatus = (status: ListedRow['status']) =>
      distinct.filter((row) => row.status === status);
    const counts = VERDICT_STATUSES.map((status) => withStatus(status).length);
    expect([list.valid, list.invalid, list.risky, list.unknown]).toEqual(counts);
    expect(list.domains[0]).toEqual({
      name: 'webmail.example',
      valid: 9,
      invalid: 2,
      risky: 1,
      unknown: 0,
    });
    expect(list.domains).toHaveLength(10);
    expect(list.providers.map(({ name }) => name)).toEqual(['google', 'microsoft', 'ovh']);
    expect(countByScoreBand(list.scores)).toEqual(countByScoreBand(distinct));
    expect(list.scores).toContainEqual({ score: 98, count: 31 });
  });

  it('can be filtered and searched like any list', async () => {
    const found = async (query: Record<string, string>) =>
      (await rows(query)).rows.map(({ email }) => email);
    for (const status of VERDICT_STATUSES) {
      const page = await rows({ status });
      expect(page.rows.every((row) => row.status === status)).toBe(true);
      expect(page.total).toBe(page.rows.length);
    }
    for (const reason of Object.keys((await detail()).reasons))
      expect(await found({ reason })).not.toEqual([]);
    expect(await found({ domain: 'atelier-roux.example' })).toHaveLength(2);
    const ofRole = (await rows()).rows.filter(({ flags }) => flags.role).map(({ email }) => email);
    expect(await found({ only: 'role' })).toEqual(ofRole);
    expect(await found({ only: 'suggested' })).toHaveLength((await detail()).suggested);
    expect(await found({ q: 'NOVÁK' })).toEqual(['j.novak@webmail.example']);
    const [typoRow] = (await rows({ reason: 'no_such_domain' })).rows;
    expect(typoRow).toMatchObject({ suggestion: 'ines.garcia@studio-lune.example' });
    const [invalidRow] = (await rows({ reason: 'no_such_mailbox', domain: 'webmail.example' }))
      .rows;
    expect(invalidRow).toMatchObject({
      flags: { ...noFlags, free: true },
      reply: '550 5.1.1 <nobody.here@webmail.example>: User unknown',
    });
  });

  it('can be downloaded in full, by verdict, and with selected rows and columns', async () => {
    const whole = await fetchDownload({});
    expect(whole.name).toContain('filename="Sample list.csv"');
    expect(whole.cells[0]).toEqual([
      'email',
      'customer',
      'status',
      'reason',
      'suggestion',
      'address',
    ]);
    expect(whole.cells).toHaveLength(1 + SAMPLE_ROWS.length);
    expect((await fetchDownload({ type: 'risky' })).cells).toHaveLength(5);
    const columns = ['original', 'meaning', 'reply', 'free', 'score', 'as_of'];
    const some = await fetchDownload({ reason: 'mailbox_full', columns });
    expect(some.cells[1]).toEqual([
      'sofia82@webmail.example',
      'Sofia Lind',
      'Mailbox full',
      '452 4.2.2 The mailbox is full: over quota',
      'true',
      '2',
      '2026-11-02T09:00:00.000Z',
    ]);
    const french = { ...world.headers, 'Accept-Language': 'fr' };
    const { name } = await fetchDownload({ q: 'roux' }, french);
    expect(decodeURIComponent(name)).toContain('Liste d’exemple-selection.csv');
  });

  it('cannot be renamed or deleted, and stores nothing', async () => {
    await fetchDownload({ q: 'roux' });
    const { context, headers } = world;
    const request = { headers, params, body: { name: 'Mine' } };
    expect((await callHandler(context, routes.renameFile, request)).body.code).toBe('not_found');
    expect((await callHandler(context, routes.deleteFile, { headers, params })).body.code).toBe(
      'not_found',
    );
    expect((await callHandler(context, routes.listFiles, { headers })).body.data).toMatchObject({
      data: [],
      total: 0,
    });
    expect(world.blobs.objects.size).toBe(0);
    expect((await detail()).file_name).toBe('Sample list');
  });

  it.each(SAMPLE_ROWS.filter(({ reason = 'bad_syntax' }) => reason !== 'bad_syntax'))(
    "has the engine's verdict for $address",
    ({ address, reason = 'accepted', reply, provider, flags = [] }) => {
      const parsed = parseAddress(address);
      expect('local' in parsed && classifyAddress(parsed).role).toBe(flags.includes('role'));
      if (reply === undefined) return;
      const verdict = classifyReply({ stage: 'rcpt', reply, ...(provider && { provider }) });
      // A reply alone shows neither a catch-all nor a disposable domain, only an accepted address.
      const ofReply = ['catch_all', 'disposable'].includes(reason) ? 'accepted' : reason;
      expect([verdict.status, verdict.reason]).toEqual([
        statusForReason(ofReply as VerdictReason),
        ofReply,
      ]);
    },
  );
});
