import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { DAY_MS } from '../../shared/model/duration.ts';
import { routes } from '../../tests/support/routes.ts';
import { chargeAndVerify } from '../checks/check-email.ts';
import { invoke } from '../../tests/support/invoke.ts';
import { createApiEvent } from '../../tests/support/api-event.ts';
import { newSourceIp } from '../../tests/support/account-harness.ts';
import { callHandler } from '../../tests/support/call.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import {
  createPipelineHarness,
  type PipelineHarness,
} from '../../tests/support/pipeline-harness.ts';
import { addMember, createPerson } from '../../tests/support/people.ts';
import { startClosing } from './delete-account.ts';

const table = await startFileTable();

const EXPIRED = 'https://app.tamis.example/settings?error=expired';

const requestExport = ({ context, owner: { headers } }: PipelineHarness) =>
  callHandler(context, routes.exportAccount, { headers });

async function followLink({ context, sent }: PipelineHarness, change = (t: string) => t) {
  const [, id = '', t = ''] =
    /\/api\/account\/export\/(\w+)\?t=([\w.-]+)/.exec(sent.at(-1)?.text ?? '') ?? [];
  const event = createApiEvent(routes.downloadExport.route, {
    params: { id },
    query: { t: change(t) },
    sourceIp: newSourceIp(),
  });
  return invoke(routes.downloadExport, context, event);
}

function fileOf(world: PipelineHarness, location: unknown): string {
  return world.blobs.text(z.parse(z.string(), location).replace('https://files.test/', ''));
}

/** Kinds of an account's items in docs/keys.md, each with its path in an export. */
const EXPORTED = {
  PROFILE: 'profile',
  BALANCE: 'credits.balance',
  ENTRY: 'credits.entries',
  USAGE: 'usage',
  LIST: 'lists',
  RECHECK: 'lists',
  CHECK: 'checks',
  FORM: 'forms',
  FORMDAY: 'form_days',
  BOUNCES: 'bounce_reports',
  SESSION: 'sessions',
  ACCESS: 'access_changes',
  INVITATION: 'invitations',
  NETWORK: 'networks',
  FACTORS: 'second_factors',
  BILLING: 'profile.stripe_customer_id',
  PURCHASE: 'purchases',
  ADJUSTMENT: 'adjustments',
  WATCH: 'low_credits',
  WEBHOOK: 'webhooks',
  DELIVERY: 'deliveries',
  CONNECTION: 'connections',
  IMPORT: 'imports',
  APPLY: 'applied',
} as const;
/** Kinds that an export omits: temporary, derived from exported items, or only hashes and counts. */
const OMITTED =
  `ANSWER BOUNCECLAIM BOUNCECOUNTED BOUNCED BOUNCEREAD BOUNCEREADING BOUNCEREQUEST CHALLENGE CHECKOUT CHECKPOINT
  CHECKSLOT CLOSING DOMAINANSWERS FINALIZING IMPORTING LISTCOUNT PAUSED READING REQUEST SAID TOLD UNKNOWNS UPLOAD WAITING
  WEBHOOKCOUNT`.split(/\s+/);

describe('an export', () => {
  it('contains everything the product knows about the owner, and no secret that opens the account', async () => {
    const world = await createPipelineHarness(table, { paid: true, terms: true });
    const { context, userId, owner } = world;
    const madeAt = new Date(context.clock.now()).toISOString();
    const scopes = ['check'] as const;
    const named = await context.namedKeys.create(userId, { name: 'Job', scopes });
    await world.grant(10);
    const listId = await world.upload('ok1@a.fr\nbad1@a.fr\n', { name: 'Guests' });
    await world.drain();
    await chargeAndVerify(context, { userId, email: 'ok2@a.fr', by: 'web' });

    const hook = { url: 'https://hooks.customer.fr/', events: ['list.finished'] };
    const { headers } = owner;
    const made = await callHandler(context, routes.createEndpoint, { headers, body: hook });
    const { id = '', secret: signing } = made.body.data as { id?: string; secret?: string };
    await callHandler(context, routes.sendTestEvent, { headers, params: { id } });
    await context.lowBalanceAlerts.change(userId, () => ({ warnBelow: 5 }));
    const form = { name: 'Join', origins: ['https://a.fr'], daily_checks: 5 };
    const { body } = await callHandler(context, routes.createForm, { headers, body: form });
    const { id: formId = '', secret: formSecret } = body.data as { id?: string; secret?: string };
    await context.forms.count(userId, formId, context.clock.now(), { asked: 1 });

    expect(await requestExport(world)).toMatchObject({ status: 200, body: { data: {} } });
    await world.drain();
    const { to, subject } = world.sent.at(-1) ?? {};
    expect([to, subject]).toEqual([world.email, 'Your data from Tamis']);

    const response = await followLink(world);
    expect([response.statusCode, response.body]).toEqual([303, '']);
    const text = fileOf(world, response.headers?.['Location']);
    const createdAt = new Date(context.clock.now()).toISOString();
    const data = JSON.parse(text) as object;
    for (const path of Object.values(EXPORTED)) expect(data).toHaveProperty(path);
    expect(data).toMatchObject({
      exported_at: createdAt,
      profile: { id: userId, email: world.email, first_name: 'Ada', paid: true, has_api_key: true },
      api_keys: [{ name: 'Job', scopes, created_at: madeAt, last_used_at: null }],
      terms: { version: '2024-10-10', ip: '203.0.113.5' },
      sessions: [
        {
          created_at: createdAt,
          browser_and_network: null,
          last_used_at: expect.any(String) as unknown,
        },
      ],
      access_changes: expect.arrayContaining([
        expect.objectContaining({ kind: 'endpoint', what: 'added', name: 'hooks.customer.fr' }),
        expect.objectContaining({ kind: 'form', what: 'added', by: '' }),
      ]) as unknown,
      activity: expect.arrayContaining([
        expect.objectContaining({ kind: 'list', what: 'added', name: 'Guests' }),
        expect.objectContaining({ kind: 'export', who: { type: 'person', id: userId } }),
      ]) as unknown,
      networks: expect.arrayContaining([
        expect.objectContaining({ network: '203.0.113.0/24' }),
      ]) as unknown,
      credits: { balance: { available: 7, consumed: 3 }, entries: expect.any(Array) as unknown },
      low_credits: { warn_below: 5, top_up: null },
      lists: [{ id: listId, file_name: 'Guests', total_email: 2, valid: 1, credits_charged: 2 }],
      webhooks: [{ id, ...hook, status: 'on' }],
      deliveries: [{ type: 'webhook.test', payload: expect.stringContaining('webhook.test') }],
      checks: [{ email: 'ok2@a.fr', state: 'answered', verdict: { status: 'deliverable' } }],
      forms: [{ id: formId, ...form }],
      form_days: [{ form_id: formId, day: createdAt.slice(0, 10), asked: 1 }],
      usage: expect.arrayContaining([
        expect.objectContaining({ subject: 'checks:web', amounts: { debit: 1 } }),
      ]) as unknown,
    });
    const { user, passwordHash, token, sessionId, apiKey } = owner;
    for (const secret of [
      passwordHash,
      user.passwordHash,
      user.apiKeyHash,
      token,
      sessionId,
      apiKey,
      typeof named === 'string' ? named : named.key,
      typeof named === 'string' ? named : named.kept.keyHash,
      signing,
      formSecret,
      (await context.endpoints.get(userId, id))?.secret,
    ])
      expect(text).not.toContain(secret ?? 'none');
  });

  it('contains or deliberately omits each kind of item of an account', () => {
    const rows = readFileSync('docs/keys.md', 'utf8').split('\n');
    const kinds = rows
      .filter((row) => /^\|[^|]+\|[^|]*`USER#<id>`/.test(row))
      .flatMap((row) => row.split('|')[3]?.match(/(?<=`)[A-Z]+/g) ?? []);
    expect([...new Set(kinds)].toSorted()).toEqual(
      [...Object.keys(EXPORTED), ...OMITTED].toSorted(),
    );
  });

  it('does not require the terms, and is limited to three per day', async () => {
    const world = await createPipelineHarness(table, { terms: false });
    for (let times = 0; times < 3; times += 1)
      expect((await requestExport(world)).status).toBe(200);
    expect(await requestExport(world)).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    });
    await world.drain();
    expect(new Set(world.sent.map(({ text }) => text)).size).toBe(3);
  });

  it('is emailed once, however often its message is delivered', async () => {
    const world = await createPipelineHarness(table);
    await requestExport(world);
    const [message] = world.queues.waiting;
    await world.drain();
    if (message) await world.deliver({ ...message, receives: 1 });
    await world.drain();
    expect(world.sent).toHaveLength(1);
    expect(world.blobs.objects.size).toBe(1);
  });

  it('cannot be opened by a modified link or the link of another export', async () => {
    const world = await createPipelineHarness(table);
    await requestExport(world);
    await world.drain();
    const later = String(world.context.clock.now() + 90 * DAY_MS);
    for (const change of [
      (t: string) =>
        t.replace(
          /^\w+/,
          world.owner.user.id.replace(/.$/, (last) => (last === 'X' ? 'Y' : 'X')),
        ),
      (t: string) => t.replace(/\.\d+\./, `.${later}.`),
      (t: string) => t.slice(0, -2),
      () => '..',
    ]) {
      const { statusCode, headers } = await followLink(world, change);
      expect([statusCode, headers?.['Location']]).toEqual([303, EXPIRED]);
    }
    expect((await followLink(world)).headers?.['Location']).toContain(
      'https://files.test/exports/',
    );
  });

  it.each([
    [
      'expires after seven days',
      async ({ context }: PipelineHarness) => context.clock.advance(7 * DAY_MS),
    ],
    ['expires without its file', async ({ blobs }: PipelineHarness) => blobs.deleteAll('exports/')],
    [
      'expires after the account was closed',
      ({ context, userId }: PipelineHarness) => startClosing(context, userId),
    ],
  ])('%s', async (_, happens) => {
    const world = await createPipelineHarness(table);
    await requestExport(world);
    await world.drain();
    await happens(world);
    expect((await followLink(world)).headers?.['Location']).toBe(EXPIRED);
  });

  it('belongs to the owner: a transfer deletes it, and its link stops working', async () => {
    const world = await createPipelineHarness(table, { paid: true });
    const { blobs, context, owner } = world;
    await requestExport(world);
    await world.drain();
    const files = await blobs.list('exports/');
    const buyer = await createPerson(context);
    const headers = await addMember(context, owner, buyer, 'admin');
    const offer = { params: { id: buyer.user.id }, body: { role: 'owner' } };
    await callHandler(context, routes.changeMember, { headers: owner.headers, ...offer });
    const body = { accept: true, terms_accepted: 1 };
    await callHandler(context, routes.answerTransfer, { headers, body });
    expect([files.length, await blobs.list('exports/')]).toEqual([1, []]);
    // A file that was being written meanwhile appears afterward.
    for (const { key } of files) await blobs.put(key, '{}');
    expect((await followLink(world)).headers?.['Location']).toBe(EXPIRED);

    await callHandler(context, routes.exportAccount, { headers });
    await world.drain();
    expect((await followLink(world)).headers?.['Location']).toContain('https://files.test/');
  });

  it('is not written for an account that was closed in the meantime', async () => {
    const world = await createPipelineHarness(table);
    await requestExport(world);
    await startClosing(world.context, world.userId);
    await world.drain();
    expect(world.blobs.objects.size).toBe(0);
    expect(world.sent.map(({ subject }) => subject)).toEqual(['Your Tamis account was deleted']);
  });
});
