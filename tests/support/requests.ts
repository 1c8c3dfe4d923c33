import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** The requests that a client has made, by the name of their operation. */
export interface Requests {
  /** How many since the last call of this, or since the beginning. */
  take(): Record<string, number>;
}

export function countRequests(client: DynamoDBClient): Requests {
  let seen: Record<string, number> = {};
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        const operation = commandName.replace(/Command$/, '');
        seen[operation] = (seen[operation] ?? 0) + 1;
        return next(args);
      },
    { step: 'initialize' },
  );
  return {
    take() {
      const taken = seen;
      seen = {};
      return taken;
    },
  };
}
