import { Server } from 'node:net';
import { startFauxqs } from 'fauxqs';
import { z } from 'zod';

const Options = z.object({
  region: z.string(),
  sqsDir: z.string().optional(),
});
export type FauxqsChildOptions = z.infer<typeof Options>;

if (import.meta.main)
  try {
    await main(Options.parse(JSON.parse(process.argv[2] ?? '')));
  } catch (error) {
    // One line: the parent quotes the last one of the log.
    console.error(String(error));
    process.exit(1);
  }

async function main({ region, sqsDir }: FauxqsChildOptions): Promise<void> {
  bindToLoopback();
  // The channel closes when the parent ends, in whatever way; nobody is left to serve then.
  process.on('disconnect', () => process.exit(0));
  const server = await startFauxqs({
    port: 0,
    logger: false,
    defaultRegion: region,
    ...(sqsDir !== undefined && { dataDir: sqsDir }),
  });
  process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)));
  process.send?.(server.port);
}

/**
 * fauxqs listens on every interface and has no option for it, but serves without any
 * authentication: on a shared network everybody could read the queues.
 */
function bindToLoopback(): void {
  const listen = Server.prototype.listen;
  Server.prototype.listen = function listenOnLoopback(this: Server, ...args: unknown[]) {
    const [options, ...rest] = args;
    const local =
      typeof options === 'object' && options !== null && 'port' in options
        ? { ...options, host: '127.0.0.1' }
        : options;
    return Reflect.apply(listen, this, [local, ...rest]);
  };
}
