import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it, onTestFinished } from 'vitest';
import { createServiceCalls } from '../../functions/connections/adapters/call-service.ts';
import { services } from '../../functions/connections/context.ts';
import type { ContactState } from '../../functions/connections/rules/service.ts';
import {
  createSampleFakes,
  SAMPLE_KEYS,
} from '../../lab/embedded/sample-services/sample-services.ts';
import { startHttpService } from '../../lab/embedded/services/http-service.ts';
import { createServicesHandler } from '../../lab/fake-services/src/serve.ts';
import { SERVICES } from '../../shared/model/connections/service-name.ts';
import { MINUTE_MS } from '../../shared/model/duration.ts';
import {
  CUSTOMER_PASSWORD,
  downloadResult,
  signUp,
  waitForStatus,
  waitUntil,
} from '../support/customer.ts';
import { expectedVerdictsOf, listAddresses } from '../support/mailnet.ts';
import { readPages } from '../support/service-call.ts';
import { startStack } from '../support/stack.ts';

const COUNT = 25_000;
const WAIT_SECONDS = 1800;
/** Domains without a mail server, so the verdicts need only DNS. */
const domains = expectedVerdictsOf(1, listAddresses(1, 5000))
  .filter(({ reason }) => reason === 'null_mx')
  .map(({ email }) => email.split('@')[1] ?? '');
const emailAt = (index: number): string =>
  `person-${index}@${domains[index % domains.length] ?? ''}`;

it.each(SERVICES)(
  'an import from %s, its changes and their undoing survive faults and three SIGKILLs',
  async (name) => {
    const fake = (await createSampleFakes(COUNT, emailAt))[name];
    const handle = createServicesHandler([fake]);
    const served = await startHttpService((request, response) => {
      if (!handle(request, response)) response.writeHead(404).end();
    });
    const home = mkdtempSync(join(tmpdir(), 'tamis-connections-'));
    onTestFinished(async () => {
      await served.close();
      rmSync(home, { recursive: true, force: true });
    });
    // At the usual scale, an import fails after 9 seconds of faults, which a busy machine can cause.
    const env = { SERVICES_ORIGIN: served.url, TIME_SCALE: '20' };
    let stack = await startStack({ home, env });
    onTestFinished(() => stack.kill());
    const customer = await signUp(stack, `${name}@customer.test`);
    let { api } = customer;
    await stack.command('grant-credits', customer.email, String(COUNT), '--why', 'power cuts');
    const cutPower = async (): Promise<void> => {
      await stack.kill();
      stack = await startStack({ home, env });
      const body = { email: customer.email, password: CUSTOMER_PASSWORD };
      api = stack.client({ session: (await stack.client().login({ body })).data });
    };
    /** The next calls meet limits and faults of the service. */
    const disturb = () => Object.assign(fake.faults, { after: 5, limited: 3, broken: 3 });

    const service = services()[name];
    const call = createServiceCalls({
      clock: { now: Date.now },
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      random: Math.random,
      fakeOrigin: served.url,
    }).open(service, { token: SAMPLE_KEYS[name] });
    const [audience = { id: '', name: '' }] = (await service.listAudiences(call)).items;
    const contacts = await readPages((cursor) => service.readContacts(call, audience.id, cursor));
    const readStates = async (): Promise<ContactState[]> => {
      const states: ContactState[] = [];
      for (let at = 0; at < contacts.length; at += service.batchSize) {
        const batch = contacts.slice(at, at + service.batchSize);
        states.push(...(await service.readStates(call, audience.id, batch)));
      }
      return states.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    };
    const before = await readStates();

    const { data: connected } = await api.connect({
      body: { service: name, key: SAMPLE_KEYS[name] },
    });
    disturb();
    const { data: started } = await api.importContacts({
      params: { id: connected.id },
      body: { audience_id: audience.id, audience: audience.name },
    });
    const { id } = started;
    const params = { id };
    const importOf = async () => (await api.getImport({ params })).data;
    await waitUntil(importOf, ({ read }) => read > COUNT / 5, WAIT_SECONDS);
    await cutPower();
    disturb();
    const read = await waitUntil(importOf, ({ state }) => state !== 'reading', WAIT_SECONDS);
    expect(read).toMatchObject({ state: 'finished', read: COUNT });
    const list = await waitForStatus({ ...customer, api }, id, undefined, WAIT_SECONDS);
    expect(list).toMatchObject({
      total_email: COUNT,
      processed: COUNT,
      invalid: COUNT,
      duplicates: 0,
      credits_charged: COUNT,
    });
    const rows: string[][] = parse(await downloadResult({ ...customer, api }, id), {
      bom: true,
    });
    expect(new Set(rows.slice(1).map(([address]) => address)).size).toBe(COUNT);
    expect((await api.me()).data).toMatchObject({ used_credit: COUNT });

    const jobOf = async () => (await api.listApplyJobs({ query: { list_id: id } })).data.jobs[0];
    disturb();
    const { data: job } = await api.applyVerdicts({
      body: { list_id: id, actions: { undeliverable: ['mark', 'field'], risky: [], unknown: [] } },
    });
    await waitUntil(jobOf, (found) => (found?.done ?? 0) > COUNT / 5, WAIT_SECONDS);
    await cutPower();
    disturb();
    const applied = await waitUntil(jobOf, (found) => found?.state !== 'working', WAIT_SECONDS);
    expect(applied).toMatchObject({ state: 'finished', total: COUNT, done: COUNT, changed: COUNT });
    const wanted = { marks: ['undeliverable'], field: 'undeliverable' };
    expect(await readStates()).toEqual(before.map((state) => ({ ...state, ...wanted })));

    disturb();
    await api.undoApply({ params: { id: job.id } });
    await waitUntil(jobOf, (found) => (found?.done ?? COUNT) > COUNT / 5, WAIT_SECONDS);
    await cutPower();
    disturb();
    const undone = await waitUntil(jobOf, (found) => found?.state !== 'undoing', WAIT_SECONDS);
    expect(undone).toMatchObject({ state: 'undone', raced: 0 });
    expect(await readStates()).toEqual(before);
  },
  90 * MINUTE_MS,
);
