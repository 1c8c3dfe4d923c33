import { expect, onTestFinished } from 'vitest';
import type { Service } from '../../functions/connections/rules/service.ts';
import { klaviyo } from '../../functions/connections/services/klaviyo.ts';
import { runConnections } from '../../functions/connections/workers.ts';
import { createFakeKlaviyo } from '../../lab/fake-services/src/klaviyo/fake-klaviyo.ts';
import type { ApplyJob } from '../../shared/contract/connections.ts';
import type { ConnectionMessage } from '../../shared/messages/connections.ts';
import { MINUTE_MS } from '../../shared/model/duration.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { lambdaContext } from './api-event.ts';
import { callHandler, type JsonResponse } from './call.ts';
import type { TestTable } from './dynamo.ts';
import { invoke } from './invoke.ts';
import { addMember, createPerson } from './people.ts';
import { createPipelineHarness } from './pipeline-harness.ts';
import { routes } from './routes.ts';
import { startServices } from './service-call.ts';
import { sqsRecord } from './sqs-event.ts';

/** Four undeliverable, two risky, one unknown and two deliverable contacts. */
export const NAMES = ['bad0', 'ok1', 'any2', 'odd3', 'bad4', 'bad5', 'ok6', 'any7', 'bad8'];
export const MARK_ALL = { undeliverable: ['mark'], risky: ['mark'], unknown: ['mark'] } as const;
export const EVERYTHING = {
  undeliverable: ['mark', 'field', 'unsubscribe'],
  risky: ['mark'],
  unknown: ['field'],
} as const;
type Actions = typeof MARK_ALL | typeof EVERYTHING | Record<keyof typeof MARK_ALL, string[]>;
export const NOTHING = { undeliverable: [], risky: [], unknown: [] };

/** Imports the contacts of an account at Klaviyo, and verifies them. */
export async function createImportedList(
  table: TestTable,
  { names = NAMES, service = {} as Partial<Service> } = {},
) {
  const world = await createPipelineHarness(table, { paid: true });
  const { clock } = world.context;
  const { account, faults, ...fake } = createFakeKlaviyo({
    profiles: names.length,
    emailAt: (index) => `${names[index]}@mail.test`,
    now: clock.now,
  });
  const calls = await startServices(clock, fake);
  onTestFinished(() => calls[Symbol.asyncDispose]());
  const waiting: { message: ConnectionMessage; visibleAt: number }[] = [];
  const connectionsQueue = {
    async send(messages: readonly ConnectionMessage[], delaySeconds = 0): Promise<void> {
      const visibleAt = clock.now() + delaySeconds * 1000;
      waiting.push(...messages.map((message) => ({ message, visibleAt })));
    },
  };
  const context = {
    ...world.context,
    connectionsQueue: world.faults.wrap('connectionsQueue', connectionsQueue),
    serviceCalls: {
      ...calls,
      open(...args: Parameters<typeof calls.open>) {
        const opened = calls.open(...args);
        return { ...opened, ...world.faults.wrap('service', { send: opened.send }) };
      },
    },
    // Uses small batches, so that even a few contacts need several.
    services: { ...world.context.services, klaviyo: { ...klaviyo, batchSize: 3, ...service } },
  };
  const call = (
    name:
      | 'applyVerdicts'
      | 'connect'
      | 'disconnect'
      | 'importContacts'
      | 'listActivity'
      | 'listApplyJobs'
      | 'undoApply',
    parts: Parameters<typeof callHandler>[2],
    headers = world.headers,
  ): Promise<JsonResponse> =>
    callHandler(context, routes[name], { ...parts, headers: { ...headers, ...parts?.headers } });

  let newest: { at: number; headers: Readonly<Record<string, string>> } | undefined;
  const imported = {
    ...world,
    account,
    service: faults,
    waiting,
    call,
    listId: '',
    connectionId: '',
    jobId: (): string => `${imported.listId}-0001`,

    /** Delivers visible messages to the worker; a message of a failed run returns after a minute. */
    async work(): Promise<void> {
      for (let turn = 0; turn < 200; turn += 1) {
        const at = waiting.findIndex(({ visibleAt }) => visibleAt <= clock.now());
        const [next] = at < 0 ? [] : waiting.splice(at, 1);
        if (!next) return;
        const event = { Records: [sqsRecord(next.message)] };
        const result = await invoke(runConnections, context, event, lambdaContext(180_000)).catch(
          (error: unknown) => {
            waiting.push({ ...next, visibleAt: clock.now() + 60_000 });
            throw error;
          },
        );
        if (result.batchItemFailures.length > 0)
          waiting.push({ ...next, visibleAt: clock.now() + 60_000 });
      }
      throw new Error('the queue never becomes empty');
    },
    async workMinutes(minutes: number): Promise<void> {
      for (let minute = 0; minute < minutes; minute += 1) {
        await imported.work();
        clock.advance(60_000);
      }
    },
    /** An administrator who has just logged in, because connecting and applying require this. */
    async admin(): Promise<Readonly<Record<string, string>>> {
      if (!newest || clock.now() - newest.at > 5 * MINUTE_MS) {
        const headers = await addMember(context, world.owner, await createPerson(context), 'admin');
        newest = { at: clock.now(), headers };
      }
      return newest.headers;
    },
    async connect(): Promise<JsonResponse> {
      const body = { service: 'klaviyo', key: 'pk_test' };
      return call('connect', { body }, await imported.admin());
    },
    apply: async (actions: Actions, key = 'first'): Promise<JsonResponse> =>
      call(
        'applyVerdicts',
        { body: { list_id: imported.listId, actions }, headers: { 'Idempotency-Key': key } },
        await imported.admin(),
      ),
    undo: (id?: string): Promise<JsonResponse> =>
      call('undoApply', { params: { id: id ?? imported.jobId() } }),
    async job(at = 0): Promise<ApplyJob | undefined> {
      const { body } = await call('listApplyJobs', { query: { list_id: imported.listId } });
      return (body.data as { jobs: ApplyJob[] }).jobs[at];
    },
    /** Returns the states in the events about finished jobs, oldest first. */
    async endedStates(): Promise<unknown[]> {
      const events = await Array.fromAsync(context.outbox.listForUser(world.userId));
      return events
        .filter(({ type }) => type === 'apply.finished')
        .map(({ data }) => data['state']);
    },
    /** Returns the marks, field and suppressions of each contact, by the name in its address. */
    contacts(): Record<string, string> {
      const lists = [...account.lists.values()].filter(({ name }) => name.startsWith('Tamis: '));
      return Object.fromEntries(
        [...account.profiles.values()].map(({ id, email, properties, suppression }) => [
          String(email).split('@')[0],
          [
            ...lists.filter(({ members }) => members.has(id)).map(({ name }) => name.slice(7)),
            `field ${String(properties['TAMIS_STATUS'] ?? '')}`.trim(),
            ...suppression.map(({ reason }) => reason),
          ].join(', '),
        ]),
      );
    },
  };
  await world.grant(100);
  imported.connectionId = String((await imported.connect()).body.data?.['id']);
  const { body } = await call('importContacts', {
    params: { id: imported.connectionId },
    body: { audience_id: 'list/LIST01', audience: 'Newsletter' },
  });
  imported.listId = String(body.data?.['id']);
  await imported.work();
  await world.drain();
  await world.advanceMinutes(30, 30);
  expect(await world.list(imported.listId)).toMatchObject({ status: LIST_STATUS.finished });
  return imported;
}
