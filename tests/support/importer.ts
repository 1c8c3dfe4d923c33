import { onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { createFakeKlaviyo } from '../../lab/fake-services/src/klaviyo/fake-klaviyo.ts';
import { createFakeMailchimp } from '../../lab/fake-services/src/mailchimp/fake-mailchimp.ts';
import type { RouteName } from '../../shared/contract/index.ts';
import { newSourceIp } from './account-harness.ts';
import { callHandler } from './call.ts';
import type { TestTable } from './dynamo.ts';
import { createPipelineHarness } from './pipeline-harness.ts';
import { routes } from './routes.ts';
import { startServices } from './service-call.ts';
import { testClock } from './test-clock.ts';

export const KEY = 'pk_secret_0123456789';
export const LIST = { audience_id: 'list/LIST01', audience: 'Newsletter' };

const importData = z.looseObject({
  id: z.string(),
  state: z.string(),
  error: z.nullable(z.string()),
});
export const idOf = z.object({ id: z.string() });

/** Creates an account and a fake Klaviyo on the wire, whose contacts the fake engine can verify. */
export async function createImporter(table: TestTable, profiles: number) {
  const fake = createFakeKlaviyo({
    apiKey: KEY,
    profiles,
    emailAt: (index) => `ok${index}@a.fr`,
  });
  const mailchimp = createFakeMailchimp();
  const calls = await startServices(testClock(), fake, mailchimp);
  onTestFinished(() => calls[Symbol.asyncDispose]());
  const world = await createPipelineHarness(table, { paid: true }, { serviceCalls: calls });
  await world.grant(profiles);
  const call = (name: RouteName, parts: object = {}, headers = world.headers) => {
    world.context.clock.advance(1000);
    return callHandler(world.context, routes[name], {
      headers,
      sourceIp: newSourceIp(),
      ...parts,
    });
  };
  const connect = async (key = KEY) => {
    const response = await call('connect', { body: { service: 'klaviyo', key } });
    return { ...response, params: { id: idOf.safeParse(response.body.data).data?.id ?? '' } };
  };
  return {
    ...world,
    fake,
    account: fake.account,
    service: fake.faults,
    mailchimp,
    call,
    connect,
    async start(params: { readonly id: string }, body: object = {}) {
      const given = { params, body: { ...LIST, ...body } };
      return importData.parse((await call('importContacts', given)).body.data);
    },
    read: async (id: string) =>
      importData.parse((await call('getImport', { params: { id } })).body.data),
    /** Delivers messages and advances the clock until the list has finished. */
    async finish(id: string): Promise<void> {
      for (let turn = 0; turn < 20; turn += 1) {
        await world.drain();
        if ((await world.list(id))?.endDate) return;
        await world.advanceMinutes(10, 5);
      }
      throw new Error('the list does not end');
    },
    /** Returns the states of the connection and of the first import after ten minutes. */
    async describeEnd(): Promise<string> {
      await world.advanceMinutes(10, 5);
      const [connection] = await world.context.connections.list(world.userId);
      const [first] = await world.context.imports.list(world.userId);
      return `${connection?.state}, ${first?.state ?? 'none'}`;
    },
    emails: (template: string) =>
      world.sent.filter(({ subject }) => subject.includes(template)).map(({ to }) => to),
  };
}

export type Importer = Awaited<ReturnType<typeof createImporter>>;

export const addressesOf = (result: string): string[] =>
  [...result.matchAll(/^"(ok\d+@a\.fr)"/gm)].map(([, address = '']) => address);

/** Returns the events about finished imports, oldest first, as endpoints receive them. */
export const endedImports = async ({ context, userId }: Importer) => {
  const events = await Array.fromAsync(context.outbox.listForUser(userId));
  return events.filter(({ type }) => type === 'import.finished').map(({ data }) => data);
};
