import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { createFakeBrevo } from '../../lab/fake-services/src/brevo/fake-brevo.ts';
import type { FakeService } from '../../lab/fake-services/src/fake-service.ts';
import type { Faults } from '../../lab/fake-services/src/faults.ts';
import { createFakeHubspot } from '../../lab/fake-services/src/hubspot/fake-hubspot.ts';
import { createFakeKlaviyo } from '../../lab/fake-services/src/klaviyo/fake-klaviyo.ts';
import { createFakeMailerlite } from '../../lab/fake-services/src/mailerlite/fake-mailerlite.ts';
import { createFakeMailchimp } from '../../lab/fake-services/src/mailchimp/fake-mailchimp.ts';
import { type ServiceName, SERVICES } from '../../shared/model/connections/service-name.ts';
import { fetchReport } from '../../tests/support/bounce-reports.ts';
import { callHandler } from '../../tests/support/call.ts';
import { crashAtEachCall } from '../../tests/support/crash-at-each-call.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { addMember, createPerson } from '../../tests/support/people.ts';
import { createPipelineHarness } from '../../tests/support/pipeline-harness.ts';
import { routes } from '../../tests/support/routes.ts';
import { startServices } from '../../tests/support/service-call.ts';
import { USER_STATUS } from '../../shared/model/account.ts';
import type { ServiceCalls } from './adapters/call-service.ts';
import { formatHour, readingHourOf } from './rules/bounce-read.ts';

const table = await startFileTable();
const NAMES = ['ok0', 'ok1', 'new2', 'ok3'];
const emailAt = (index: number): string => `${NAMES[index]}@a.fr`;
const idOf = z.object({ id: z.string() });

interface Sender {
  readonly fake: FakeService & { readonly faults: Faults };
  readonly key: string;
  /** Sends a campaign that bounces immediately. */
  bounce(index: number, type: 'hard' | 'soft'): void;
}

const SENDERS: Readonly<Record<ServiceName, (now: () => number) => Sender>> = {
  brevo(now) {
    const fake = createFakeBrevo({ key: 'xkeysib-test', now });
    return {
      fake,
      key: 'xkeysib-test',
      bounce(index, type) {
        const { campaigns } = fake.account;
        const bounces = { hardBounces: [], softBounces: [], [`${type}Bounces`]: [emailAt(index)] };
        campaigns.push({ id: campaigns.length + 1, sentAt: now(), ...bounces });
      },
    };
  },
  hubspot(now) {
    const fake = createFakeHubspot({ contacts: NAMES.length, emailAt, now });
    return {
      fake,
      key: 'pat-test',
      bounce(index, type) {
        if (type === 'soft') return;
        const reason = 'hs_email_hard_bounce_reason_enum';
        fake.account.set(fake.account.contactAt(index), reason, 'UNKNOWN_USER');
      },
    };
  },
  klaviyo(now) {
    const fake = createFakeKlaviyo({ profiles: NAMES.length, emailAt, now });
    return {
      fake,
      key: 'pk_test',
      bounce(index, type) {
        const { bounces, profileAt } = fake.account;
        const name = type === 'hard' ? 'Hard' : 'Soft';
        bounces.push({ profileId: profileAt(index).id, type: name, at: now() });
      },
    };
  },
  mailchimp(now) {
    const fake = createFakeMailchimp();
    return {
      fake,
      key: '0123456789abcdef0123456789abcdef-us6',
      bounce(index, type) {
        const activity = [{ action: 'bounce', type, at: now() }] as const;
        const { campaigns } = fake.account;
        const recipients = [{ email: emailAt(index), activity }];
        campaigns.push({ id: `c${campaigns.length}`, sentAt: now(), recipients });
      },
    };
  },
  mailerlite(now) {
    const fake = createFakeMailerlite({ subscribers: NAMES.length, emailAt, now });
    const { campaigns, subscribers } = fake.account;
    return {
      fake,
      key: 'mailerlite-fake',
      bounce(index, type) {
        const bounced = [...subscribers.values()].slice(index, index + 1);
        const none = { hardbounced: [], softbounced: [] };
        const id = String(campaigns.length + 1);
        campaigns.push({ id, startedAt: now(), ...none, [`${type}bounced`]: bounced });
      },
    };
  },
};

/** An account that verified all contacts but `new2`, after a bounce of `ok3`. */
async function createWorld(service: ServiceName = 'klaviyo') {
  const given: { calls?: ServiceCalls } = {};
  const world = await createPipelineHarness(
    table,
    { paid: true },
    {
      serviceCalls: {
        callLogin: () => Promise.reject(new Error('no account here has a login')),
        locate: (url) => url,
        open(...args) {
          const opened = given.calls?.open(...args);
          if (!opened) throw new Error('the fakes are not ready');
          return { ...opened, ...world.faults.wrap('service', { send: opened.send }) };
        },
      },
    },
  );
  const { clock, connections } = world.context;
  const { listDueReads } = connections;
  // Other worlds share the table.
  connections.listDueReads = async function* listOwn(hour) {
    for await (const due of listDueReads(hour)) if (due.userId === world.userId) yield due;
  };
  const sender = SENDERS[service](clock.now);
  const served = await startServices(clock, sender.fake);
  onTestFinished(() => served[Symbol.asyncDispose]());
  given.calls = served;
  const call = (
    name: 'connect' | 'disconnect' | 'importContacts' | 'listBounceReports' | 'listConnections',
    parts: object,
    headers: Readonly<Record<string, string>> = world.headers,
  ) => callHandler(world.context, routes[name], { ...parts, headers });
  const self = {
    ...world,
    ...sender,
    call,
    /** Another administrator, because connecting requires a recent login. */
    admin: async () =>
      addMember(world.context, world.owner, await createPerson(world.context), 'admin'),
    async connect(headers = world.headers): Promise<{ readonly id: string }> {
      const body = { service, key: sender.key };
      return idOf.parse((await call('connect', { body }, headers)).body.data);
    },
    disconnect: async (params: object) => call('disconnect', { params }, await self.admin()),
    async readAt(): Promise<unknown> {
      const { body } = await call('listConnections', {});
      const shape = z.object({ connections: z.array(z.object({ bounces_read_at: z.unknown() })) });
      return shape.parse(body.data).connections[0]?.bounces_read_at;
    },
    /** Lets the hourly schedule run and messages arrive. */
    async pass(hours = 24): Promise<void> {
      for (let hour = 0; hour < hours; hour += 1) {
        const end = clock.now() + 3_600_000;
        await world.sweep();
        for (let next = clock.now(); next < end;) {
          clock.advance(Math.max(0, next - clock.now()));
          await world.drain();
          next = Math.min(end, ...world.queues.waiting.map(({ visibleAt }) => visibleAt));
        }
        clock.advance(Math.max(0, end - clock.now()));
      }
    },
    /** Lets time pass until the next hour in which the bounces of a connection are read. */
    reachHour(id: string): void {
      do clock.advance(3_600_000);
      while (formatHour(new Date(clock.now()).getUTCHours()) !== readingHourOf(id));
    },
    /** Lets the next daily reads of a connection happen. */
    async passDays(id: string, days: number): Promise<void> {
      for (let day = 0; day < days; day += 1) {
        self.reachHour(id);
        await self.pass(1);
      }
    },
    /** The bounced addresses of each report, oldest first. */
    async reports(): Promise<string[][]> {
      const all = await world.context.reports.list(world.userId);
      const pages = await Promise.all(all.map(({ reportId }) => fetchReport(world, reportId)));
      return pages.toReversed().map(({ bounces }) => bounces.map(({ email }) => email).toSorted());
    },
    emails: () => world.sent.filter(({ subject }) => subject.includes('connected again')),
  };
  sender.bounce(3, 'hard');
  clock.advance(60_000);
  await world.grant(10);
  const listId = await world.upload('ok0@a.fr\nok1@a.fr\nok3@a.fr\n');
  await world.drain();
  clock.advance(60_000);
  return { ...self, listId };
}

describe('bounces of a connected account', () => {
  it.each(SERVICES)(
    'of %s are reported once, if their campaign followed the verification',
    async (service) => {
      const world = await createWorld(service);
      await world.connect();
      expect(await world.readAt()).toBeNull();
      world.bounce(0, 'hard');
      world.bounce(1, 'soft');
      world.bounce(2, 'hard');
      await world.pass();
      const first = service === 'hubspot' ? ['ok0@a.fr'] : ['ok0@a.fr', 'ok1@a.fr'];
      expect(await world.reports()).toEqual([first]);
      const [report] = await world.context.reports.list(world.userId);
      expect(await fetchReport(world, report?.reportId ?? '')).toMatchObject({
        state: 'done',
        rows: first.length,
        matched: first.length,
        sent: null,
        reasons: { no_such_mailbox: service === 'hubspot' ? 1 : 0 },
      });
      await world.pass(48);
      expect(await world.reports()).toEqual([first]);
      world.bounce(3, 'hard');
      await world.pass();
      expect(await world.reports()).toEqual([first, ['ok3@a.fr']]);
      expect(await world.readAt()).toMatch(/^\d{4}-/);
      expect(world.dead).toEqual([]);
    },
  );

  it('become no report and no entry of the log if none of their addresses was verified', async () => {
    const world = await createWorld();
    await world.connect();
    world.bounce(2, 'hard');
    await world.pass();
    expect(await world.context.reports.list(world.userId)).toEqual([]);
    const range = { after: '', before: '~' };
    const { entries } = await world.context.activity.page(world.userId, range, 50, () => true);
    expect(entries.map(({ kind }) => kind)).not.toContain('bounces');
    // The contents of an empty report and the rows that were read are deleted.
    for (const prefix of [`bounces/${world.userId}/`, `reports/${world.userId}/`])
      expect((await world.blobs.list(prefix)).filter(({ key }) => !key.endsWith('-ids'))).toEqual(
        [],
      );
  });

  it('are reported once after a crash at each call', async () => {
    const attempts = await crashAtEachCall(async (crash) => {
      const world = await createWorld();
      const { id } = await world.connect();
      world.bounce(0, 'hard');
      world.reachHour(id);
      await crash(world.faults, () => world.pass(1));
      await world.passDays(id, 2);
      expect(await world.reports()).toEqual([['ok0@a.fr']]);
      world.bounce(1, 'soft');
      await world.passDays(id, 1);
      expect(await world.reports()).toEqual([['ok0@a.fr'], ['ok1@a.fr']]);
    });
    expect(attempts).toBeGreaterThan(20);
  });

  it('are reported once if messages repeat and runs overlap', async () => {
    const world = await createWorld();
    const { id } = await world.connect();
    world.bounce(0, 'hard');
    const { userId } = world;
    const day = new Date(world.context.clock.now()).toISOString().slice(0, 10);
    const message = { kind: 'bounces', v: 1, userId, connectionId: id, day };
    for (let copy = 0; copy < 4; copy += 1) world.queues.put('connections', message);
    const { waiting } = world.queues;
    await Promise.all(waiting.slice().map((each) => world.deliver(each)));
    await world.passDays(id, 2);
    expect(await world.reports()).toEqual([['ok0@a.fr']]);
  });

  it('are shown with the lists that were imported from the connection', async () => {
    const world = await createWorld();
    const params = await world.connect();
    const body = { audience_id: 'list/LIST01', audience: 'Newsletter' };
    const imported = idOf.parse((await world.call('importContacts', { params, body })).body.data);
    await world.drain();
    world.context.clock.advance(60_000);
    world.bounce(2, 'hard');
    await world.pass();
    const reportsOf = async (list_id: string): Promise<unknown> =>
      (await world.call('listBounceReports', { query: { list_id } })).body.data?.['reports'];
    const name = expect.stringMatching(/^Klaviyo \(Example Shop\) \d{4}-\d\d-\d\d$/) as unknown;
    expect(await reportsOf(imported.id)).toMatchObject([{ name, addresses: 1, sent: null }]);
    expect(await reportsOf(world.listId)).toEqual([]);
  });

  it('of an address that is deleted with its report do not come back', async () => {
    const world = await createWorld();
    const { id } = await world.connect();
    world.bounce(0, 'hard');
    await world.passDays(id, 1);
    const [report] = await world.context.reports.list(world.userId);
    if (!report) throw new Error('there is no report');
    await world.context.reports.delete(report);
    await world.passDays(id, 2);
    expect(await world.reports()).toEqual([]);
  });

  it('follow a limit of the service, and fewer than a hundred calls an hour at Brevo', async () => {
    const world = await createWorld('brevo');
    await world.connect();
    const times: number[] = [];
    world.fake.faults.before = () => times.push(world.context.clock.now());
    world.fake.faults.limited = 3;
    for (let campaign = 0; campaign < 25; campaign += 1) world.bounce(campaign % 2, 'hard');
    await world.pass(36);
    expect(await world.reports()).toEqual([['ok0@a.fr', 'ok1@a.fr']]);
    expect(times.length).toBeGreaterThan(70);
    const inHour = times.map((at, index) => times.slice(index).filter((t) => t < at + 3_600_000));
    expect(Math.max(...inHour.map(({ length }) => length))).toBeLessThanOrEqual(61);
  });

  it('wait with one email for a new key', async () => {
    const world = await createWorld();
    const { id } = await world.connect();
    world.bounce(0, 'hard');
    world.fake.faults.revoked = true;
    await world.passDays(id, 3);
    expect(world.emails()).toHaveLength(1);
    world.fake.faults.revoked = false;
    await world.connect(await world.admin());
    await world.passDays(id, 2);
    expect(await world.reports()).toEqual([['ok0@a.fr']]);
    expect(world.emails()).toHaveLength(1);
  });

  it('are read the next day if the service has a fault for hours', async () => {
    const world = await createWorld();
    const { id } = await world.connect();
    world.bounce(0, 'hard');
    world.fake.faults.broken = 1_000_000;
    await world.passDays(id, 1);
    expect(await world.readAt()).toBeNull();
    world.fake.faults.broken = 0;
    await world.passDays(id, 1);
    expect(await world.reports()).toEqual([['ok0@a.fr']]);
    expect(world.dead).toEqual([]);
  });

  it('are not read of a disconnected, deactivated or closed account', async () => {
    const world = await createWorld();
    const { accounts, connections } = world.context;
    const params = await world.connect();
    let calls = 0;
    world.fake.faults.before = () => (calls += 1);
    world.bounce(0, 'hard');
    await accounts.setStatus(world.userId, USER_STATUS.inactive);
    await world.pass();
    await accounts.setStatus(world.userId, USER_STATUS.active);
    await world.disconnect(params);
    await world.pass();
    expect(calls).toBe(0);
    await world.connect(await world.admin());
    // Closing deletes the items of the account, but not the item by which the schedule finds the
    // connection.
    await world.context.db.delete({ PK: `USER#${world.userId}`, SK: `CONNECTION#${params.id}` });
    calls = 0;
    await world.pass();
    expect(calls).toBe(0);
    for await (const due of connections.listDueReads(readingHourOf(params.id)))
      expect(due.userId).not.toBe(world.userId);
  });
});
