/** A call in the SDK's terms, such as `PutItemCommand` with its input. */
export type AwsCall = (command: string, input: never) => Promise<object>;

interface Stack {
  identify(): readonly string[];
  remove(name: string): boolean;
  add(middleware: never, options: never): void;
  addRelativeTo(middleware: never, options: never): void;
}

/**
 * Responds to calls in place of the service; nothing is signed or sent.
 * @param client an SDK client; below a document client, inputs and responses are plain values
 */
export function respondToCalls<C extends { readonly middlewareStack: Stack }>(
  client: C,
  respond: AwsCall,
): C {
  const middleware =
    (_next: unknown, { commandName }: { readonly commandName: string }) =>
    async ({ input }: { readonly input: never }) => ({
      output: { $metadata: {}, ...(await respond(commandName, input)) },
    });
  // The other middleware would still run on each call, although the fake sends nothing.
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
