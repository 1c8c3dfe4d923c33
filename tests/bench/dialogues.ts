import { createServer, connect, type Socket } from 'node:net';

/** A connection: in each step, the client sent a text, and then received a number of bytes. */
export interface RecordedDialogue {
  host: string;
  steps: { send: string; receive: number }[];
}

/**
 * Starts a proxy between a client and the simulated mail servers that records every connection.
 * Each server has a different loopback address, so the proxy listens on all of them.
 */
export async function startDialogueRecorder(smtpPort: number) {
  const dialogues: RecordedDialogue[] = [];
  const record = (client: Socket) => {
    const host = client.localAddress ?? '';
    if (!host.startsWith('127.')) return client.destroy();
    const dialogue: RecordedDialogue = { host, steps: [{ send: '', receive: 0 }] };
    dialogues.push(dialogue);
    const server = connect({ host, port: smtpPort });
    client.setNoDelay();
    server.setNoDelay();
    client.on('data', (chunk) => {
      const step = dialogue.steps.at(-1);
      if (step && step.receive === 0 && dialogue.steps.length > 1)
        step.send += chunk.toString('latin1');
      else dialogue.steps.push({ send: chunk.toString('latin1'), receive: 0 });
      server.write(chunk);
    });
    server.on('data', (chunk) => {
      const step = dialogue.steps.at(-1);
      if (step) step.receive += chunk.length;
      client.write(chunk);
    });
    client.on('end', () => server.end()).on('error', () => server.destroy());
    server.on('end', () => client.end()).on('error', () => client.destroy());
    return undefined;
  };
  const proxy = createServer({ allowHalfOpen: true }, record);
  await new Promise<void>((resolve) => {
    proxy.listen(0, '0.0.0.0', resolve);
  });
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('the recorder has no port');
  return {
    port: address.port,
    dialogues,
    close: () =>
      new Promise((resolve) => {
        proxy.close(resolve);
      }),
  };
}
