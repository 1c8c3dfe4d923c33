import { BUCKET, CREDENTIALS, REGION, startTestStack } from '../support/s3-stack.ts';
import { createS3Blobs } from '../../functions/platform/s3/s3-blobs.ts';
import type { Blobs } from '../../functions/platform/s3/blobs.ts';
import {
  addressesKey,
  manifestKey,
  partKey,
  sourceKey,
  uploadKeyOf,
} from '../../functions/lists/rules/blob-keys.ts';
import { readManifest } from '../../functions/lists/rules/manifest.ts';
import { rootTask } from '../../functions/lists/rules/task-id.ts';
import {
  type TaskVerdict,
  parseAddressLines,
  verdictLines,
} from '../../functions/lists/rules/work-lines.ts';
import { randomFrom } from '../support/random.ts';
import { report } from './figure.ts';
import { PLAIN_RUN } from './plain-finish.ts';
import type { PipelineFigures, PipelineSettings } from './pipeline-client.ts';
import { runProgram } from './run-program.ts';

/** What a worker of the product is started with, too. */
const NODE_OPTIONS = ['--max-semi-space-size=16'];
const NAMES = { userId: 'u', listId: 'L', run: 'r', readRun: 'r' };

/** A list as customers export it: distinct addresses in 20,000 domains, three columns more. */
async function* file(rows: number, seed: number): AsyncGenerator<Uint8Array> {
  const random = randomFrom(seed);
  let text = 'Email;Nom;Ville;Téléphone\r\n';
  for (let row = 0; row < rows; row += 1) {
    const domain = Math.floor(random() * 20_000);
    text += `Prenom.Nom${row}@domaine-${domain}.test;"Société; n° ${row}";Besançon;0639980000\r\n`;
    if (text.length < 256 * 1024) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

interface Options {
  readonly seed: number;
  readonly part?: string | undefined;
}

const accepted = (ordinal: number): TaskVerdict => ({
  ordinal,
  status: 'deliverable',
  reason: 'accepted',
});

/** What is said most: to all that are accepted the same, to some of the others each time another text. */
function told(ordinal: number): TaskVerdict {
  const provider = ordinal % 3 === 0 ? 'google' : 'microsoft';
  const facts = { provider, flags: ordinal % 5 === 0 ? 2 : 0 };
  if (ordinal % 5 < 3) return { ...accepted(ordinal), ...facts, reply: '250 2.1.5' };
  const reply =
    ordinal % 5 === 3
      ? '550 5.1.1 <\u0001>: Recipient address rejected: User unknown in virtual mailbox table'
      : `550 5.1.1 The email account that you tried to reach does not exist. ${ordinal}-gsmtp`;
  return { ordinal, status: 'undeliverable', reason: 'no_such_mailbox', ...facts, reply };
}

const plain = ({ ordinal, status, reason }: TaskVerdict): TaskVerdict => ({
  ordinal,
  status,
  reason,
});

/** The verdicts of every task, as the workers of a run would have left them. */
async function putVerdicts(
  blobs: Blobs,
  verdictOf: (ordinal: number) => TaskVerdict,
  run = NAMES.run,
): Promise<number> {
  const { tasks } = readManifest(await blobs.bytes(manifestKey(NAMES)));
  for (const [number, range] of tasks.entries()) {
    const bytes = await blobs.bytes(addressesKey(NAMES), range);
    const verdicts = parseAddressLines(Buffer.from(bytes).toString()).map(({ ordinal }) =>
      verdictOf(ordinal),
    );
    await blobs.put(partKey(NAMES.listId, rootTask(number), run), verdictLines(verdicts));
  }
  return tasks.length;
}

type Stage = (
  name: PipelineSettings['stage'],
  tasks?: number,
) => Promise<PipelineFigures & { readonly peakMiB: number }>;

/** A list of so many rows on an object store of its own, and its stages, each in its own process. */
async function withList(
  rows: number,
  seed: number,
  measure: (stage: Stage, blobs: Blobs) => Promise<void>,
): Promise<void> {
  await using stack = await startTestStack();
  const blobs = createS3Blobs(stack.s3, { uploads: BUCKET, files: BUCKET });
  await blobs.write(uploadKeyOf(NAMES.userId, NAMES.listId), file(rows, seed));
  await blobs.copy(uploadKeyOf(NAMES.userId, NAMES.listId), sourceKey(NAMES));
  await measure(async (stage, tasks = 0) => {
    const settings: PipelineSettings = {
      stage,
      url: stack.url,
      bucket: BUCKET,
      credentials: CREDENTIALS,
      region: REGION,
      tasks,
    };
    const client = new URL('pipeline-client.ts', import.meta.url).pathname;
    const args = [...NODE_OPTIONS, client, JSON.stringify(settings)];
    const { output, peakMiB } = await runProgram(args);
    return { ...(JSON.parse(output) as PipelineFigures), peakMiB };
  }, blobs);
}

/**
 * Reading and writing a list beside a bare streaming copy of the same file, each in a process of
 * its own, on the embedded object store; and what the index of a result adds to finishing where a
 * server has said something about every address.
 * @param part `index` for the last alone
 */
export async function benchPipeline({ seed, part }: Options): Promise<void> {
  if (part !== 'index')
    for (const rows of [10_000, 100_000, 1_000_000])
      await withList(rows, seed, async (stage, blobs) => {
        const copy = await stage('copy');
        const ingest = await stage('ingest');
        const finalize = await stage('finalize', await putVerdicts(blobs, accepted));

        const perSecond = ({ wallMs }: PipelineFigures): number => rows / (wallMs / 1000);
        report(`pipeline.ingest.${rows}`, perSecond(ingest), 'rows/s', perSecond(copy));
        report(`pipeline.ingest_peak.${rows}`, ingest.peakMiB, 'MiB', copy.peakMiB);
        report(`pipeline.finalize.${rows}`, perSecond(finalize), 'rows/s', perSecond(copy));
        report(`pipeline.finalize_peak.${rows}`, finalize.peakMiB, 'MiB', copy.peakMiB);
      });
  const rows = 200_000;
  await withList(rows, seed, async (stage, blobs) => {
    await stage('ingest');
    const tasks = await putVerdicts(blobs, told);
    await putVerdicts(blobs, (ordinal) => plain(told(ordinal)), PLAIN_RUN);
    const { index } = await stage('index', tasks);
    if (index) report(`pipeline.finalize_with_index.${rows}`, index.withMs, 'ms', index.withoutMs);
  });
}
