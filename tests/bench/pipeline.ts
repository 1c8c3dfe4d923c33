import { BUCKET, S3_CREDENTIALS, REGION, startS3TestStack } from '../support/s3-stack.ts';
import { createS3Blobs } from '../../functions/platform/s3/s3-blobs.ts';
import type { Blobs } from '../../functions/platform/s3/blobs.ts';
import {
  addressesKey,
  manifestKey,
  taskVerdictsKey,
  sourceKey,
  uploadBlobKey,
} from '../../functions/lists/rules/blob-keys.ts';
import { bounceUploadKey } from '../../functions/bounces/rules/blob-keys.ts';
import { MAX_REPORTED_ROWS } from '../../shared/model/bounces/bounce.ts';
import { parseManifest } from '../../functions/lists/rules/manifest.ts';
import { rootTaskId } from '../../functions/lists/rules/task-id.ts';
import {
  type TaskVerdict,
  parseAddressLines,
  formatVerdictLines,
} from '../../functions/lists/rules/work-lines.ts';
import { randomFrom } from '../support/random.ts';
import { reportFigure } from './figure.ts';
import type { PipelineFigures, PipelineSettings } from './pipeline-client.ts';
import { runProgram } from './run-program.ts';

/** Node options of the product's workers. */
const NODE_OPTIONS = ['--max-semi-space-size=16'];
const NAMES = { userId: 'u', listId: 'L', run: 'r', readRun: 'r' };

/** Generates a list like an export: addresses at 20,000 domains, and three more columns. */
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

/** Generates a table of bounces like the exports of mail services. */
const bounceFile = (rows: number): string =>
  `Email,Event,Code,Reason\r\n` +
  Array.from(
    { length: rows },
    (_, row) =>
      `Prenom.Nom${row}@domaine-${row}.test,bounced,5.1.1,"smtp; 550 5.1.1 <Prenom.Nom${row}>: unknown"\r\n`,
  ).join('');

const accepted = (ordinal: number): TaskVerdict => ({
  ordinal,
  status: 'deliverable',
  reason: 'accepted',
});

/** Writes the verdicts of every task, as the workers would have done. */
async function putVerdicts(blobs: Blobs): Promise<number> {
  const { tasks } = parseManifest(await blobs.bytes(manifestKey(NAMES)));
  for (const [number, range] of tasks.entries()) {
    const bytes = await blobs.bytes(addressesKey(NAMES), range);
    const verdicts = parseAddressLines(Buffer.from(bytes).toString()).map(({ ordinal }) =>
      accepted(ordinal),
    );
    await blobs.put(
      taskVerdictsKey(NAMES.listId, rootTaskId(number), NAMES.run),
      formatVerdictLines(verdicts),
    );
  }
  return tasks.length;
}

type Stage = (
  name: PipelineSettings['stage'],
  tasks?: number,
) => Promise<PipelineFigures & { readonly peakMiB: number }>;

/** Processes a list in a separate object store, with a separate process per step. */
async function withList(
  rows: number,
  seed: number,
  measure: (stage: Stage, blobs: Blobs) => Promise<void>,
): Promise<void> {
  await using stack = await startS3TestStack();
  const blobs = createS3Blobs(stack.s3, { uploads: BUCKET, files: BUCKET });
  await blobs.write(uploadBlobKey(NAMES.userId, NAMES.listId), file(rows, seed));
  await blobs.copy(uploadBlobKey(NAMES.userId, NAMES.listId), sourceKey(NAMES));
  await measure(async (stage, tasks = 0) => {
    const settings: PipelineSettings = {
      stage,
      url: stack.url,
      bucket: BUCKET,
      credentials: S3_CREDENTIALS,
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
 * Compares reading and writing a list, and reading a bounce report of the maximum size, with copying
 * the list's file, each in a separate process.
 */
export async function benchPipeline({ seed }: { seed: number }): Promise<void> {
  await withList(MAX_REPORTED_ROWS, seed, async (stage, blobs) => {
    const upload = bounceUploadKey({ userId: NAMES.userId, reportId: NAMES.listId });
    await blobs.put(upload, bounceFile(MAX_REPORTED_ROWS));
    const perSecond = ({ wallMs }: PipelineFigures): number => MAX_REPORTED_ROWS / (wallMs / 1000);
    const [copy, read] = [await stage('copy'), await stage('bounces')];
    reportFigure(
      `pipeline.bounces.${MAX_REPORTED_ROWS}`,
      perSecond(read),
      'rows/s',
      perSecond(copy),
    );
  });
  for (const rows of [10_000, 100_000, 1_000_000])
    await withList(rows, seed, async (stage, blobs) => {
      const copy = await stage('copy');
      const ingest = await stage('ingest');
      const finalize = await stage('finalize', await putVerdicts(blobs));

      const perSecond = ({ wallMs }: PipelineFigures): number => rows / (wallMs / 1000);
      reportFigure(`pipeline.ingest.${rows}`, perSecond(ingest), 'rows/s', perSecond(copy));
      reportFigure(`pipeline.ingest_peak.${rows}`, ingest.peakMiB, 'MiB', copy.peakMiB);
      reportFigure(`pipeline.finalize.${rows}`, perSecond(finalize), 'rows/s', perSecond(copy));
      reportFigure(`pipeline.finalize_peak.${rows}`, finalize.peakMiB, 'MiB', copy.peakMiB);
    });
}
