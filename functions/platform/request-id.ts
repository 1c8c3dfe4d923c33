import { AsyncLocalStorage } from 'node:async_hooks';

const running = new AsyncLocalStorage<string | undefined>();

/** Runs the work of an API call so that its log lines and messages contain the call's id. */
export const withRequestId = <T>(requestId: string | undefined, work: () => T): T =>
  running.run(requestId, work);

/** Returns the id of the API call that caused the current work, if any. */
export const currentRequestId = (): string | undefined => running.getStore();
