import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

export type RequestCounter = ReturnType<typeof countRequests>;

export function countRequests(client: DynamoDBClient) {
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
    /** Returns the number of requests by operation since the last call. */
    take(): Record<string, number> {
      const taken = counts;
      counts = {};
      return taken;
    },
  };
}
