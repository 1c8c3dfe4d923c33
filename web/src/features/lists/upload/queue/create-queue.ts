import { ApiError } from '../../../../../../shared/contract/api-error.ts';
import { listRoutes } from '../../../../../../shared/contract/lists.ts';
import { sharedText } from '../../../../i18n/i18n.ts';
import type { Services } from '../../../../lib/api.ts';
import { messagesOf } from '../../../../lib/failure.ts';
import { SendError, type sendFile } from '../file/send-file.ts';
import type { readFile } from './read-file.ts';
import {
  type Announced,
  EMPTY,
  type Failure,
  type Item,
  type Phase,
  type QueueEvent,
  isAtStake,
  isRunning,
  isUsable,
  nextToRead,
  nextToSend,
  reduce,
  underWay,
} from './reduce.ts';

interface Deps extends Pick<Services, 'api' | 'session'> {
  readFile: typeof readFile;
  sendFile: typeof sendFile;
  now: () => number;
}

/** Progress from 0 to 1. */
type OnShare = (share: number) => void;
/** @returns the next phase */
type Work = (item: Item, signal: AbortSignal, onShare: OnShare) => Promise<Phase>;

/** The uploads of an account in this tab, which survive navigation. */
export type UploadQueue = ReturnType<typeof createQueue>;

/** The session changed since the file was chosen. */
class OtherSessionError extends Error {
  override readonly name = 'OtherSessionError';
}

/**
 * Reads and uploads files, one of each at a time. When the session ends, current work stops: it can
 * be retried in the next session of the same account, or is dropped if the user logged out. The
 * browser asks before leaving the page while a file is in progress or unconfirmed.
 */
export function createQueue({ api, session, readFile, sendFile, now }: Deps) {
  let queue = EMPTY;
  let lastId = 0;
  let owner: string | undefined;
  let token: string | undefined;
  const listeners = new Set<() => void>();
  const running = new Map<number, AbortController>();

  function dispatch(event: QueueEvent): void {
    queue = reduce(queue, event);
    for (const [id, stop] of running)
      if (!queue.items.some((item) => item.id === id && isRunning(item))) stop.abort();
    const watch = queue.items.some(isAtStake) ? 'addEventListener' : 'removeEventListener';
    globalThis[watch]('beforeunload', warn);
    for (const listener of listeners) listener();
    const reading = nextToRead(queue);
    if (reading) void start(reading, 'reading', read);
    const sending = nextToSend(queue);
    if (sending) void start(sending, 'sending', send);
  }

  async function start(item: Item, name: 'reading' | 'sending', work: Work): Promise<void> {
    const stop = new AbortController();
    const { id } = item;
    running.set(id, stop);
    const onShare = (share: number): void =>
      dispatch({ type: 'moved', id, phase: { name, share } });
    onShare(0);
    const phase = await work(item, stop.signal, onShare);
    if (running.get(id) === stop) running.delete(id);
    // Ignore the result of stopped work, which may have been restarted.
    if (!stop.signal.aborted) dispatch({ type: 'moved', id, phase });
  }

  const read: Work = ({ file }, signal, onShare) => readFile(file, { signal, onShare });

  const send: Work = async (item, signal, onShare) => {
    try {
      return { name: 'sent', listId: await transfer(item, signal, onShare) };
    } catch (failure) {
      return { name: 'failed', failure: await reasonOf(failure, item.file) };
    }
  };

  /** @returns the id of the list */
  async function transfer(item: Item, signal: AbortSignal, onProgress: OnShare): Promise<string> {
    const { id, file: chosen, list: file = chosen, announced: kept } = item;
    // The file may have arrived although its response was lost.
    if (kept && (await isList(kept.listId, signal))) return kept.listId;
    const post = async ({ listId, upload }: Announced): Promise<string> => {
      await sendFile({ upload, file, signal, onProgress });
      return listId;
    };
    if (kept && isUsable(kept, now()))
      try {
        return await post(kept);
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
    const fresh = await announce(item, signal);
    dispatch({ type: 'announced', id, announced: fresh });
    try {
      return await post(fresh);
    } catch (error) {
      if (isRefusal(error)) dispatch({ type: 'announced', id, announced: undefined });
      throw error;
    }
  }

  async function announce(
    { name, file: chosen, list: file = chosen, column, encoding, strict }: Item,
    signal: AbortSignal,
  ): Promise<Announced> {
    const body = { name, file_name: file.name, size: file.size, column, encoding, strict };
    checkSession();
    const { data } = await api(listRoutes.upload, { body }, { signal });
    if (!('upload' in data)) throw new TypeError('The service has not said where to send the file');
    return { listId: data.file_id, upload: data.upload, at: now() };
  }

  async function isList(listId: string, signal: AbortSignal): Promise<boolean> {
    checkSession();
    try {
      await api(listRoutes.getFile, { params: { id: listId } }, { signal });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return false;
      throw error;
    }
  }

  /** After a login in another tab, the cookie may belong to another account. */
  function checkSession(): void {
    if (session.token() !== token) throw new OtherSessionError();
  }

  session.subscribe(() => {
    if (session.token() === token) return;
    dispatch({ type: session.ended() === 'asked' ? 'discarded' : 'stopped' });
  });

  return {
    state: () => queue,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dispatch,
    take(files: readonly File[]) {
      dispatch({ type: 'chosen', files: files.map((file) => ({ id: ++lastId, file })) });
    },
    /** Binds the queue to an account, by its email; drops uploads of another one. */
    claim(email: string) {
      token = session.token();
      if (email === owner) return;
      owner = email;
      dispatch({ type: 'discarded' });
    },
    owner: () => owner,
    underWay: () => underWay(queue),
  };
}

/** The store rejected the form; S3 returns 403 for an expired one. */
const isRefusal = (error: unknown): boolean => error instanceof SendError && error.status >= 400;

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

async function reasonOf(failure: unknown, file: File): Promise<Failure> {
  if (failure instanceof OtherSessionError) return 'stopped';
  if (failure instanceof SendError && failure.status === 0) {
    const read = file.slice(0, 1).arrayBuffer();
    return read.then(
      () => (navigator.onLine ? 'cut' : { told: sharedText('error.offline') }),
      () => 'changed' as const,
    );
  }
  return { told: messagesOf(failure).join(' ') };
}
