import { ApiError } from '../../../../../../shared/client/api-error.ts';
import { listRoutes } from '../../../../../../shared/contract/lists.ts';
import { sharedText } from '../../../../i18n/i18n.ts';
import type { AppDependencies } from '../../../../lib/api.ts';
import { errorMessagesOf } from '../../../../lib/failure.ts';
import { SendError, type sendFile } from '../../../../lib/file/send-file.ts';
import type { readListFile } from './read-file.ts';
import {
  type RegisteredUpload,
  EMPTY_QUEUE,
  type UploadFailure,
  type UploadItem,
  type UploadPhase,
  type QueueEvent,
  blocksLeaving,
  isRunning,
  isUploadUsable,
  nextToRead,
  nextToSend,
  reduceQueue,
  uploadingCount,
} from './reduce.ts';

interface Deps extends Pick<AppDependencies, 'api' | 'session'> {
  readFile: typeof readListFile;
  sendFile: typeof sendFile;
  now: () => number;
}

/** Called with the progress from 0 to 1. */
type OnProgress = (share: number) => void;
/** Work on an item. @returns the next phase of the item */
type Work = (item: UploadItem, signal: AbortSignal, onProgress: OnProgress) => Promise<UploadPhase>;

/** The uploads of an account in this tab. They continue while the user navigates. */
export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** Thrown if the session has changed since the file was chosen. */
class OtherSessionError extends Error {
  override readonly name = 'OtherSessionError';
}

/**
 * Creates a queue that reads one file at a time, and uploads one file at a time. When the session
 * ends, uploads stop and can be retried in the next session of the same user; when the user logs
 * out or shows another account, the queue is emptied. The browser asks before the user leaves the
 * page if this would lose uploads.
 */
export function createUploadQueue({ api, session, readFile, sendFile, now }: Deps) {
  let queue = EMPTY_QUEUE;
  const switches = session.switches();
  let lastId = 0;
  let owner: string | undefined;
  let token: string | undefined;
  const listeners = new Set<() => void>();
  const running = new Map<number, AbortController>();

  function dispatch(event: QueueEvent): void {
    queue = reduceQueue(queue, event);
    for (const [id, controller] of running)
      if (!queue.items.some((item) => item.id === id && isRunning(item))) controller.abort();
    const listenerMethod = queue.items.some(blocksLeaving)
      ? 'addEventListener'
      : 'removeEventListener';
    globalThis[listenerMethod]('beforeunload', preventUnload);
    for (const listener of listeners) listener();
    const reading = nextToRead(queue);
    if (reading) void start(reading, 'reading', read);
    const sending = nextToSend(queue);
    if (sending) void start(sending, 'sending', send);
  }

  async function start(item: UploadItem, name: 'reading' | 'sending', work: Work): Promise<void> {
    const controller = new AbortController();
    const { id } = item;
    running.set(id, controller);
    const onProgress = (share: number): void =>
      dispatch({ type: 'moved', id, phase: { name, share } });
    onProgress(0);
    const phase = await work(item, controller.signal, onProgress);
    if (running.get(id) === controller) running.delete(id);
    // Ignore the result of stopped work, because the work may have been started again.
    if (!controller.signal.aborted) dispatch({ type: 'moved', id, phase });
  }

  const read: Work = ({ file }, signal, onProgress) => readFile(file, { signal, onProgress });

  const send: Work = async (item, signal, onProgress) => {
    try {
      return { name: 'sent', listId: await transfer(item, signal, onProgress) };
    } catch (failure) {
      return { name: 'failed', failure: await failureOf(failure, item.file) };
    }
  };

  /** @returns the id of the list */
  async function transfer(
    item: UploadItem,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<string> {
    const { id, file: chosen, list: file = chosen, registered } = item;
    // The file may have arrived even though the response was lost.
    if (registered && (await listExists(registered.listId, signal))) return registered.listId;
    const post = async ({ listId, upload }: RegisteredUpload): Promise<string> => {
      await sendFile({ upload, file, signal, onProgress });
      return listId;
    };
    if (registered && isUploadUsable(registered, now()))
      try {
        return await post(registered);
      } catch (error) {
        if (!isRejection(error)) throw error;
      }
    const fresh = await registerUpload(item, signal);
    dispatch({ type: 'registered', id, registered: fresh });
    try {
      return await post(fresh);
    } catch (error) {
      if (isRejection(error)) dispatch({ type: 'registered', id, registered: undefined });
      throw error;
    }
  }

  async function registerUpload(
    { name, file: chosen, list: file = chosen, column, encoding, strict, separator }: UploadItem,
    signal: AbortSignal,
  ): Promise<RegisteredUpload> {
    const body = {
      name,
      file_name: file.name,
      size: file.size,
      column,
      encoding,
      strict,
      separator,
    };
    checkSession();
    const { data } = await api(listRoutes.upload, { body }, { signal });
    if (!('upload' in data)) throw new TypeError('The response has no URL to upload the file to');
    return { listId: data.file_id, upload: data.upload, at: now() };
  }

  async function listExists(listId: string, signal: AbortSignal): Promise<boolean> {
    checkSession();
    try {
      await api(listRoutes.getFile, { params: { id: listId } }, { signal });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return false;
      throw error;
    }
  }

  /** @throws OtherSessionError if a login in another tab has changed the session */
  function checkSession(): void {
    if (session.token() !== token) throw new OtherSessionError();
  }

  session.subscribe(() => {
    const isOther = session.switches() !== switches;
    if (session.token() === token && !isOther) return;
    dispatch({ type: isOther || session.ended() === 'asked' ? 'discarded' : 'stopped' });
  });

  return {
    state: () => queue,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dispatch,
    add(files: readonly File[]) {
      dispatch({ type: 'chosen', files: files.map((file) => ({ id: ++lastId, file })) });
    },
    /** Assigns the queue to an account by its email. Discards another account's uploads. */
    claim(email: string) {
      token = session.token();
      if (email === owner) return;
      owner = email;
      dispatch({ type: 'discarded' });
    },
    owner: () => owner,
    uploadingCount: () => uploadingCount(queue),
  };
}

/** Whether the file store rejected the presigned POST, for example because it has expired. */
const isRejection = (error: unknown): boolean => error instanceof SendError && error.status >= 400;

const preventUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

async function failureOf(failure: unknown, file: File): Promise<UploadFailure> {
  if (failure instanceof OtherSessionError) return 'stopped';
  if (failure instanceof SendError && failure.status === 0) {
    const read = file.slice(0, 1).arrayBuffer();
    return read.then(
      () => (navigator.onLine ? 'cut' : { message: sharedText('error.offline') }),
      () => 'changed' as const,
    );
  }
  return { message: errorMessagesOf(failure).join(' ') };
}
