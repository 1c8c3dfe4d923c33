/** Responds to an SDK call, such as `PutItemCommand` with its input. */
export type AwsCallHandler = (command: string, input: never) => Promise<object>;

interface Stack {
  identify(): readonly string[];
  remove(name: string): boolean;
  add(middleware: never, options: never): void;
  addRelativeTo(middleware: never, options: never): void;
}

/**
 * Responds to an SDK client's calls in place of the service; nothing is signed or sent.
 * @param client an SDK client; if a document client wraps it, inputs and responses are plain values
 */
export function respondToCalls<C extends { readonly middlewareStack: Stack }>(
  client: C,
  respond: AwsCallHandler,
): C {
  const middleware =
    (_next: unknown, { commandName }: { readonly commandName: string }) =>
    async ({ input }: { readonly input: never }) => ({
      output: { $metadata: {}, ...(await respond(commandName, input)) },
    });
  // Keeps only the serializers. Nothing is sent, so other middleware would only cost time.
  for (const each of client.middlewareStack.identify()) {
    const [name = ''] = each.split(/ \(| - /);
    if (!/^(?:de)?serializerMiddleware$/.test(name)) client.middlewareStack.remove(name);
  }
  client.middlewareStack.addRelativeTo(
    middleware as never,
    { relation: 'before', toMiddleware: 'serializerMiddleware', name: 'fake' } as never,
  );
  return client;
}
