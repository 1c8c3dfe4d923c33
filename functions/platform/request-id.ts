import { AsyncLocalStorage } from 'node:async_hooks';

const running = new AsyncLocalStorage<string | undefined>();

/** Does the work of an API call: its log lines and the messages it sends carry the id. */
export const withRequestId = <T>(requestId: string | undefined, work: () => T): T =>
  running.run(requestId, work);

/** Id of the API call that the running work goes back to, if it goes back to one. */
export const currentRequestId = (): string | undefined => running.getStore();
