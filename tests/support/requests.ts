import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

export interface RequestCounter {
  /** Returns the number of requests by operation since the last call. */
  take(): Record<string, number>;
}

export function countRequests(client: DynamoDBClient): RequestCounter {
  let counts: Record<string, number> = {};
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        const operation = commandName.replace(/Command$/, '');
        counts[operation] = (counts[operation] ?? 0) + 1;
        return next(args);
      },
    { step: 'initialize' },
  );
  return {
    take() {
      const taken = counts;
      counts = {};
      return taken;
    },
  };
}
