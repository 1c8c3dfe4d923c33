import { AsyncLocalStorage } from 'node:async_hooks';

const running = new AsyncLocalStorage<string | undefined>();

/** Runs the work of an API call: its log lines and messages carry the id. */
export const withRequestId = <T>(requestId: string | undefined, work: () => T): T =>
  running.run(requestId, work);

/** Id of the API call that caused the running work, if any. */
export const currentRequestId = (): string | undefined => running.getStore();
