import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../../../shared/client/api-error.ts';
import { listRoutes } from '../../../../../../shared/contract/lists.ts';
import type { Api } from '../../../../lib/api.ts';
import { createSession } from '../../../../lib/session.ts';
import { initEnglishTexts } from '../../../../testing/i18n.ts';
import { SendError } from '../../../../lib/file/send-file.ts';
import { createUploadQueue } from './create-queue.ts';

const csv = (name: string): File => new File(['a@b.fr'], name, { lastModified: 1 });
const network = vi.spyOn(navigator, 'onLine', 'get');

/** Creates a queue whose service, file store and clock are controlled by the test. */
function open() {
  const session = createSession();
  session.start({ token: 'first', csrf_token: 'c' });
  const calls: string[] = [];
  const bodies: object[] = [];
  const lists = new Set<string>();
  let refusal: ApiError | undefined;
  const storage: ((outcome?: Error) => void)[] = [];
  const clock = { now: 0 };
  const api = (async (
    route: unknown,
    given: { body: { name: string }; params: { id: string } },
  ) => {
    if (route === listRoutes.upload) {
      calls.push(`register ${given.body.name}`);
      bodies.push(given.body);
      if (refusal) throw refusal;
      const id = `l${calls.length}`;
      return { data: { file_id: id, upload: { url: 'https://storage.test/', fields: { id } } } };
    }
    calls.push(`get ${given.params.id}`);
    if (!lists.has(given.params.id)) throw new ApiError({ status: 404, code: 'not_found' });
    return {};
  }) as unknown as Api;
  const queue = createUploadQueue({
    api,
    session,
    now: () => clock.now,
    readFile: async (file) =>
      file.name.startsWith('bad')
        ? { name: 'refused', refusal: 'no_address' }
        : { name: 'unconfirmed', summary: { rows: 1, credits: 1, column: 1 } },
    sendFile({ upload, signal }) {
      calls.push(`send ${upload.fields['id']}`);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const settleUpload = (outcome?: Error): void => (outcome ? reject(outcome) : resolve());
      storage.push(settleUpload);
      signal.addEventListener('abort', () => {
        storage.splice(storage.indexOf(settleUpload), 1);
        reject(signal.reason);
      });
      return promise;
    },
  });
  queue.claim('ada@tamis.test');
  return {
    queue,
    session,
    calls,
    bodies,
    lists,
    clock,
    refuse: (error: ApiError | undefined) => void (refusal = error),
    async answer(outcome?: Error) {
      storage.shift()?.(outcome);
      await settle();
    },
    async send(...names: readonly string[]) {
      queue.add(names.map((name) => csv(name)));
      for (const { id, name } of queue.state().items)
        queue.dispatch({ type: 'moved', id, phase: { name: 'queued' }, as: { name } });
      await settle();
    },
    phases: () => queue.state().items.map(({ name, phase }) => `${name} ${phase.name}`),
    failure: () =>
      queue.state().items.flatMap(({ phase }) => (phase.name === 'failed' ? [phase.failure] : [])),
    async retry() {
      for (const { id } of queue.state().items)
        queue.dispatch({ type: 'moved', id, phase: { name: 'queued' } });
      await settle();
    },
  };
}

/** Runs everything that does not wait for an external response. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const confirmsLeaving = (): boolean =>
  !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(async () => {
  await initEnglishTexts();
  network.mockReturnValue(true);
});
afterEach(() => createSession().end());

test('reads waiting files one at a time, and asks before leaving the page', async () => {
  const { queue, phases } = open();
  queue.add([csv('a.csv'), csv('b.csv'), csv('bad.csv')]);
  await settle();
  expect([phases(), confirmsLeaving()]).toEqual([
    ['a waiting', 'b unconfirmed', 'bad refused'],
    true,
  ]);
  for (const id of [1, 2]) queue.dispatch({ type: 'removed', id });
  expect([phases(), confirmsLeaving()]).toEqual([['bad refused'], false]);
});

test('sends files one at a time, and asks before leaving the page', async () => {
  const { send, answer, calls, phases } = open();
  expect(confirmsLeaving()).toBe(false);
  await send('a.csv', 'b.csv');
  expect([calls, confirmsLeaving()]).toEqual([['register a', 'send l1'], true]);
  await answer();
  expect(calls.slice(2)).toEqual(['register b', 'send l3']);
  await answer();
  expect([phases(), confirmsLeaving()]).toEqual([['a sent', 'b sent'], false]);
});

test('registers each file with the column and encoding with which it was parsed', async () => {
  const { queue, answer, bodies } = open();
  queue.add([csv('a.csv'), csv('b.csv')]);
  await settle();
  const read = { a: { column: 2, encoding: 'windows-1250' }, b: { column: 3, encoding: 'utf-8' } };
  for (const [at, as] of Object.values(read).entries())
    queue.dispatch({ type: 'moved', id: at + 1, phase: { name: 'queued' }, as });
  await settle();
  await answer();
  expect(bodies).toMatchObject([
    { name: 'a', file_name: 'a.csv', ...read.a },
    { name: 'b', file_name: 'b.csv', ...read.b },
  ]);
});

test('keeps the registration after a lost connection, so that a retry is the same upload', async () => {
  const { send, answer, retry, calls, phases, failure } = open();
  await send('a.csv');
  await answer(new SendError(0));
  expect(failure()).toEqual(['cut']);
  await retry();
  expect(calls).toEqual(['register a', 'send l1', 'get l1', 'send l1']);
  await answer();
  expect(phases()).toEqual(['a sent']);
});

test('does not send a file again if only the response was lost', async () => {
  const { send, answer, retry, calls, phases, lists } = open();
  await send('a.csv');
  lists.add('l1');
  await answer(new SendError(0));
  await retry();
  expect([calls.slice(2), phases()]).toEqual([['get l1'], ['a sent']]);
});

test('requests a new presigned POST if the old one is too old or was rejected by the store', async () => {
  const { send, answer, retry, calls, clock, phases } = open();
  await send('a.csv');
  await answer(new SendError(0));
  clock.now = 15 * 60_000;
  await retry();
  expect(calls.slice(2)).toEqual(['get l1', 'register a', 'send l4']);
  await answer(new SendError(0));
  await retry();
  await answer(new SendError(403));
  expect(calls.slice(5)).toEqual(['get l4', 'send l4', 'register a', 'send l8']);
  await answer();
  expect(phases()).toEqual(['a sent']);
});

test('does not reuse a new presigned POST that the store rejected', async () => {
  const { send, answer, retry, calls, failure } = open();
  await send('a.csv');
  await answer(new SendError(400));
  expect(failure()).toEqual([{ message: 'Something Went Wrong Try Again' }]);
  await retry();
  expect(calls).toEqual(['register a', 'send l1', 'register a', 'send l3']);
});

test.each([
  [
    'the service rejects the upload',
    new ApiError({ status: 429, code: 'too_many_requests', messages: ['Slow.'] }),
  ],
  ['the network is unavailable', new ApiError({ status: 0, code: 'offline' })],
])('shows the message with the file when %s', async (_, refusal) => {
  const { send, refuse, retry, failure, phases } = open();
  refuse(refusal);
  await send('a.csv');
  expect(failure()).toEqual([{ message: expect.stringMatching(/^Slow\.$|no network|offline/i) }]);
  refuse(undefined);
  await retry();
  expect(phases()).toEqual(['a sending']);
});

test('reports a file that can no longer be read as changed', async () => {
  const { queue, send, answer, failure } = open();
  await send('a.csv');
  const [item] = queue.state().items;
  const readError = new DOMException('gone', 'NotReadableError');
  vi.spyOn(item?.file as File, 'slice').mockReturnValue({
    arrayBuffer: () => Promise.reject(readError),
  } as unknown as Blob);
  await answer(new SendError(0));
  expect(failure()).toEqual(['changed']);
});

test('drops a canceled file, and sends the next one', async () => {
  const { queue, send, calls, phases } = open();
  await send('a.csv', 'b.csv');
  queue.dispatch({ type: 'removed', id: 1 });
  await settle();
  expect([phases(), calls.slice(2)]).toEqual([['b sending'], ['register b', 'send l3']]);
});

test('stops uploads when the session is lost, and lets the same account retry them', async () => {
  const { queue, session, send, answer, retry, calls, phases, failure } = open();
  await send('a.csv', 'b.csv');
  session.end({ reason: 'expired' });
  await settle();
  expect([failure(), confirmsLeaving()]).toEqual([['stopped', 'stopped'], false]);
  await retry();
  expect(calls).toEqual(['register a', 'send l1']);
  expect(failure()).toEqual(['stopped', 'stopped']);
  session.start({ token: 'second', csrf_token: 'c' });
  queue.claim('ada@tamis.test');
  await retry();
  expect(calls.slice(2)).toEqual(['get l1', 'send l1']);
  await answer();
  expect(phases()).toEqual(['a sent', 'b sending']);
});

test.each([
  ['a logout', ({ session }: ReturnType<typeof open>) => session.end()],
  ['another account', ({ session }: ReturnType<typeof open>) => session.switchAccount('a2')],
  ['another user', ({ queue }: ReturnType<typeof open>) => queue.claim('zoe@tamis.test')],
])('drops everything after %s', async (_, trigger) => {
  const opened = open();
  await opened.send('a.csv', 'b.csv');
  trigger(opened);
  await settle();
  expect(opened.phases()).toEqual([]);
  expect(opened.calls).toEqual(['register a', 'send l1']);
  expect(confirmsLeaving()).toBe(false);
});

test('sends no file with a session from another tab', async () => {
  const { session, send, answer, calls, phases, failure } = open();
  await send('a.csv', 'b.csv');
  // The cookie now has another session, but this tab has not been focused since.
  createSession().start({ token: 'of-another', csrf_token: 'c' });
  await answer();
  expect([calls, failure()]).toEqual([['register a', 'send l1'], ['stopped']]);
  expect(phases()).toEqual(['a sent', 'b failed']);
  session.end();
});

test('notifies a listener of every change until it unsubscribes', async () => {
  const { queue, send } = open();
  const listener = vi.fn<() => void>();
  const unsubscribe = queue.subscribe(listener);
  await send('a.csv');
  const callCount = listener.mock.calls.length;
  expect(callCount).toBeGreaterThan(2);
  unsubscribe();
  await send('b.csv');
  expect(listener).toHaveBeenCalledTimes(callCount);
});
