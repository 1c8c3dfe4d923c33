import { S3Client } from '@aws-sdk/client-s3';
import { createS3Blobs } from '../../functions/platform/s3/s3-blobs.ts';
import { systemClock, systemIds } from '../../functions/platform/system.ts';
import { bounceUploadKey } from '../../functions/bounces/rules/blob-keys.ts';
import { createLog } from '../../functions/platform/create-log.ts';
import { finalizeList } from '../../functions/lists/run/finalize-list.ts';
import { ingestList } from '../../functions/lists/run/ingest-list.ts';
import type { ListsDeps } from '../../functions/lists/deps.ts';
import { resultKey, sourceKey } from '../../functions/lists/rules/blob-keys.ts';
import { newList } from '../../functions/lists/rules/list.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { readBounceFile } from '../../shared/bounces/read-bounce-file.ts';
import { rootTaskId } from '../../functions/lists/rules/task-id.ts';

/** Runs one step of the pipeline in its own process, with real files and fake services. */

export interface PipelineSettings {
  readonly stage: 'copy' | 'ingest' | 'finalize' | 'bounces';
  readonly url: string;
  readonly bucket: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly region: string;
  readonly tasks: number;
}

export interface PipelineFigures {
  readonly wallMs: number;
}

const USER = 'u';
const LIST = 'L';
const RUN = 'r';

const list = newList(
  { userId: USER, listId: LIST, name: 'n', sourceName: 's', createdAt: '2026-01-01T00:00:00Z' },
  0,
);

const read = { ...list, readRun: RUN };

/** A list store in which every change succeeds. */
const lists: Partial<ListsDeps['lists']> = {
  create: async () => list,
  get: async () => ({ ...read, status: LIST_STATUS.working }),
  acquireLock: async () => true,
  update: async (from, transition) => ({ ...from, ...transition?.to }),
  reserve: async (from) => from,
  clearMailDue: async () => undefined,
};

const settings = JSON.parse(process.argv[2] ?? '') as PipelineSettings;
const { url, bucket, credentials, region } = settings;
const client = new S3Client({ endpoint: url, region, credentials, forcePathStyle: true });
const blobs = createS3Blobs(client, { uploads: bucket, files: bucket });
const noop = async (): Promise<void> => undefined;
const tasks: ListsDeps['tasks'] = {
  getCompletion: async () => undefined,
  async *listCompletions() {
    for (let number = 0; number < settings.tasks; number += 1)
      yield { task: rootTaskId(number), run: RUN, children: [], at: 0 };
  },
  complete: async () => 'done',
  recordCounted: noop,
  recordSend: async () => 1,
  forgetSend: noop,
  deleteAll: noop,
};
/** Contains only the dependencies that the measured steps use. */
const deps = {
  lists,
  tasks,
  blobs,
  clock: systemClock,
  // A fixed run id, so that programs that read ingest's objects know it.
  ids: { ...systemIds, token: () => RUN },
  env: { CHARGE_UNKNOWN: false, TIME_SCALE: 1 },
  log: createLog('silent', () => Date.now()),
  accounts: { get: async () => undefined },
  limits: { record: noop },
  queues: {
    sendList: noop,
    sendVerify: noop,
    sendEngine: noop,
    sendFinalize: noop,
    sendWatch: noop,
  },
  mailQueue: { send: noop },
  ledger: {
    balance: async () => ({ available: 0, reserved: 0, consumed: 0, held: 0, debt: 0 }),
  },
} as unknown as ListsDeps;

const stages = {
  copy: () => blobs.write(resultKey(LIST, 'unknown'), blobs.read(sourceKey(read))),
  ingest: () => ingestList(deps, { userId: USER, listId: LIST }),
  finalize: () => finalizeList(deps, USER, LIST),
  bounces: async () =>
    readBounceFile({
      name: 'bounces.csv',
      bytes: await blobs.bytes(bounceUploadKey({ userId: USER, reportId: LIST })),
    }),
};

const started = performance.now();
await stages[settings.stage]();
const wallMs = performance.now() - started;
console.log(JSON.stringify({ wallMs } satisfies PipelineFigures));
