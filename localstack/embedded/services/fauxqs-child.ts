import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Server } from 'node:net';
import { startFauxqs } from 'fauxqs';
import { z } from 'zod';

const Options = z.object({
  region: z.string(),
  sqsDir: z.string().optional(),
  s3Dir: z.string().optional(),
});
export type FauxqsChildOptions = z.infer<typeof Options>;

const LARGE_BYTES = 8 * 1024 ** 2;
const KEPT = 2;
const KEPT_MS = 2000;

if (import.meta.main)
  try {
    await main(Options.parse(JSON.parse(process.argv[2] ?? '')));
  } catch (error) {
    // One line: the parent quotes the last one of the log.
    console.error(String(error));
    process.exit(1);
  }

async function main({ region, sqsDir, s3Dir }: FauxqsChildOptions): Promise<void> {
  bindToLoopback();
  sortByCodeUnits();
  keepLargeBodies();
  // The channel closes when the parent ends, in whatever way; nobody is left to serve then.
  process.on('disconnect', () => process.exit(0));
  const server = await startFauxqs({
    port: 0,
    logger: false,
    defaultRegion: region,
    ...(sqsDir !== undefined && { dataDir: sqsDir }),
    ...(s3Dir !== undefined && { s3StorageDir: s3Dir }),
  });
  process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)));
  process.send?.(server.port);
}

/**
 * fauxqs listens on every interface and has no option for it, but serves without any
 * authentication: on a shared network everybody could read the mailing lists.
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

/**
 * fauxqs sorts keys by the language of the machine but pages through them by code units, so that
 * pages of mixed keys repeat some and lose others. S3 sorts by bytes. Nothing else in this
 * process compares texts.
 */
function sortByCodeUnits(): void {
  Object.assign(String.prototype, {
    localeCompare(this: string, other: string): number {
      return this < other ? -1 : Number(this > other);
    },
  });
}

/**
 * fauxqs reads the whole object from the disk for each range of it, and a page of a long list is
 * many ranges of two objects. The last large ones stay in memory for a moment, as long as their
 * files are as they were.
 */
function keepLargeBodies(): void {
  const { readFileSync, statSync } = fs;
  const kept = new Map<string, Buffer>();
  const forget = setTimeout(() => kept.clear(), KEPT_MS);
  forget.unref();
  Object.assign(fs, {
    readFileSync(path: string, ...options: []): unknown {
      const isBody = typeof path === 'string' && path.endsWith('.data');
      const { size = 0, mtimeMs = 0 } = (isBody && statSync(path, { throwIfNoEntry: false })) || {};
      if (size < LARGE_BYTES) return readFileSync(path, ...options);
      const file = `${path} ${size} ${mtimeMs}`;
      const body = kept.get(file) ?? readFileSync(path);
      kept.set(file, body);
      for (const other of kept.keys()) if (kept.size > KEPT && other !== file) kept.delete(other);
      forget.refresh();
      return body;
    },
  });
  syncBuiltinESMExports();
}
