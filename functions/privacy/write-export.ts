import type { ExportAccountMessage } from '../../shared/messages/privacy.ts';
import { ownerIdOf } from '../access/role.ts';
import { signLink } from '../access/signed.ts';
import type { LogFields } from '../platform/log.ts';
import { BlobMissingError } from '../platform/s3/blobs.ts';
import { type CollectPersonalDataDeps, collectPersonalData } from './collect-personal-data.ts';
import { exportKey } from './rules/blob-keys.ts';
import { EXPORT_RETENTION_DAYS } from './rules/retention.ts';
import { createMailMessage } from '../mail/create-mail-message.ts';
import type { PrivacyDeps } from './deps.ts';

type Key = Readonly<Record<'PK' | 'SK', string>>;

/** An array that is streamed during serialization; `after` resumes after a key. */
export type StreamedRows = (after?: Key) => AsyncIterable<readonly [key: Key, element: unknown]>;

/** The position of an element: the index of its `StreamedRows` in the document, and its key. */
interface RowPosition {
  readonly list: number;
  readonly key: Key;
}

/**
 * Replaces `StreamedRows` during serialization. No value contains a lone surrogate, because the
 * table stores none.
 */
const PLACEHOLDER = '\ud800';

/**
 * Serializes a value as JSON in constant memory, one element of `StreamedRows` per line. A piece
 * that ends with such an element carries the element's position; `from` resumes a document after
 * that position.
 */
export async function* streamJson(
  value: unknown,
  from?: RowPosition,
): AsyncGenerator<readonly [text: string, end?: RowPosition]> {
  const lists: StreamedRows[] = [];
  const replacer = (_: string, member: unknown): unknown =>
    typeof member === 'function' ? lists.push(member as StreamedRows) && PLACEHOLDER : member;
  const texts = JSON.stringify(value, replacer, 2).split(JSON.stringify(PLACEHOLDER));
  for (const [list, text] of texts.entries()) {
    const rows = lists[list];
    if (from && list < from.list) continue;
    const after = list === from?.list ? from.key : undefined;
    if (!after) yield [rows ? `${text}[` : text];
    if (!rows) return;
    let separator = after ? ',\n' : '\n';
    for await (const [key, element] of rows(after)) {
      yield [separator + JSON.stringify(element), { list, key }];
      separator = ',\n';
    }
    yield ['\n]'];
  }
}

export type WriteExportDeps = CollectPersonalDataDeps &
  Pick<PrivacyDeps, 'accounts' | 'blobs' | 'mailQueue' | 'privacyQueue' | 'secrets'>;

/**
 * The order of the streamed collections, to which positions refer. An export of another layout
 * starts again.
 */
const EXPORT_LAYOUT = 2;
/** Minimum length of each part but the last; S3 requires 5 MiB. */
const PART_LENGTH = 8 * 1024 * 1024;

/**
 * Writes all data of an account to a file, in constant memory, and emails a link to it. After
 * `deadline` (epoch milliseconds), sends a message with the position at which the next run
 * continues. A repeated message neither writes the file nor sends the email again.
 */
export async function writeExport(
  deps: WriteExportDeps,
  message: ExportAccountMessage,
  deadline: number,
  partLength = PART_LENGTH,
): Promise<LogFields> {
  const { userId, exportId } = message;
  const fields = { user: userId, export: exportId };
  const user = await deps.accounts.get(userId);
  if (!user) return { ...fields, outcome: 'skipped' };
  const isWritten = (await deps.blobs.list(exportKey(userId, exportId))).length > 0;
  const data = isWritten ? undefined : await collectPersonalData(deps, user);
  const from = data && (await writeParts(deps, data, message, deadline, partLength));
  if (from) {
    await deps.privacyQueue.send({ ...message, from });
    return { ...fields, outcome: 'requeued' };
  }

  const target = { purpose: 'export', subject: exportId } as const;
  const seconds = EXPORT_RETENTION_DAYS * 24 * 3600;
  const token = await signLink(deps, target, userId, seconds, ownerIdOf(user));
  await deps.mailQueue.send(
    createMailMessage(user, `export:${exportId}`, {
      template: 'export_ready',
      params: { path: `/api/account/export/${exportId}?t=${token}`, days: EXPORT_RETENTION_DAYS },
    }),
  );
  return { ...fields, outcome: 'done' };
}

/** Returns the position of the next part; undefined when done. */
async function writeParts(
  deps: WriteExportDeps,
  data: unknown,
  message: ExportAccountMessage,
  deadline: number,
  partLength: number,
): Promise<ExportAccountMessage['from']> {
  const { userId, exportId } = message;
  const from = message.from?.layout === EXPORT_LAYOUT ? message.from : undefined;
  const key = exportKey(userId, exportId);
  let upload = from?.upload;
  let text = '';
  try {
    for await (const [piece, end] of streamJson(data, from)) {
      text += piece;
      if (!end || text.length < partLength) continue;
      upload = await deps.blobs.appendPart(key, upload, text);
      text = '';
      if (deps.clock.now() > deadline) return { ...end, upload, layout: EXPORT_LAYOUT };
    }
    await deps.blobs.completeUpload(key, await deps.blobs.appendPart(key, upload, text));
    return undefined;
  } catch (error) {
    // The upload has expired, or a concurrent run has written other parts.
    if (!from || !(error instanceof BlobMissingError)) throw error;
    return writeParts(deps, data, { ...message, from: undefined }, deadline, partLength);
  }
}
