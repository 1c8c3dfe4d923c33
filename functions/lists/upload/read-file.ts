import { FileError } from '../../../shared/list-file/file-error.ts';
import { MAX_UPLOAD_BYTES } from '../../../shared/model/upload-limits.ts';
import {
  addressesKey,
  manifestKey,
  rowOrdinalsKey,
  sourceKey,
  uploadBlobKey,
} from '../rules/blob-keys.ts';
import type { List } from '../rules/list.ts';
import { serializeManifest, type Manifest } from '../rules/manifest.ts';
import { serializeAddresses, planTasks } from '../rules/plan-tasks.ts';
import { recordCounts } from '../rules/transitions.ts';
import { userIdOf } from '../../access/rules/owner.ts';
import { BlobMissingError } from '../../platform/s3/blobs.ts';
import type { ListsDeps } from '../deps.ts';
import {
  HEAD_BYTES,
  type DialectHints,
  withDialect,
} from '../../../shared/list-file/detect-dialect.ts';
import { readRows } from '../../../shared/list-file/rows.ts';
import { type AddressIndex, createAddressIndex } from '../../../shared/list-file/address-index.ts';
import { MAX_BREAKDOWN_ROWS } from '../rules/breakdown.ts';
import { createListScanner } from '../../../shared/list-file/scan.ts';

/**
 * Copies an uploaded file and reads the copy, because the upload can be overwritten until its
 * presigned POST expires. Object keys are unique to this run, and the objects are used only if no
 * other run was faster.
 * @returns the list with its counts, or undefined if another run has stored them
 * @throws {FileError}
 */
export async function readUpload(
  deps: Pick<ListsDeps, 'blobs' | 'clock' | 'ids' | 'limits' | 'lists'>,
  list: List,
): Promise<List | undefined> {
  const { blobs } = deps;
  const run = { listId: list.listId, readRun: deps.ids.token(6) };
  const upload = uploadBlobKey(list.userId, list.listId);
  const source = sourceKey(run);

  const size = (await blobs.size(upload)) ?? 0;
  if (size === 0) throw new FileError('empty_file');
  if (size > MAX_UPLOAD_BYTES) throw new FileError('file_too_large');
  await deps.limits.record('upload_trial', userIdOf(list.userId), size / 1_000_000);
  try {
    await blobs.copy(upload, source);
  } catch (error) {
    // The file was deleted, for example with its account, after its size was read.
    if (error instanceof BlobMissingError) throw new FileError('empty_file');
    throw error;
  }

  const file = {
    head: await blobs.bytes(source, [0, HEAD_BYTES]),
    read: () => blobs.read(source),
    storeRows: (rows: AsyncIterable<Uint8Array>) => blobs.write(rowOrdinalsKey(run), rows),
  };
  const { manifest, index } = await readAddressFile(file, list);
  await blobs.write(addressesKey(run), serializeAddresses(index));
  await blobs.put(manifestKey(run), serializeManifest(manifest));
  const counts = { ...manifest, resultBytes: size };
  return deps.lists.update(list, recordCounts(list, run.readRun, counts, deps.clock.now()));
}

interface AddressFile {
  /** The first bytes, at most HEAD_BYTES. */
  readonly head: Uint8Array;
  /** Yields all bytes from the start; called once for each encoding that is tried. */
  read(): AsyncIterable<Uint8Array>;
  /** Stores the ordinals of the rows; another call replaces them. */
  storeRows(rows: AsyncIterable<Uint8Array>): Promise<void>;
}

/** Returns a file in memory, which discards the ordinals of its rows. */
export const createInMemoryFile = (bytes: Uint8Array): AddressFile => ({
  head: bytes.subarray(0, HEAD_BYTES),
  async *read() {
    yield bytes;
  },
  async storeRows(rows) {
    for await (const _ of rows);
  },
});

export interface FileHints extends DialectHints {
  /**
   * Column that contains the addresses, starting at 1. Defaults to the first, unless another column
   * clearly has more addresses.
   */
  readonly column?: number | undefined;
  /** Whether the first row is the header, so that no other row is mistaken for it. */
  readonly header?: boolean | undefined;
}

/** Reads the file again in another encoding if it turns out not to be UTF-8. @throws {FileError} */
export async function readAddressFile(
  file: AddressFile,
  hints: FileHints = {},
): Promise<{ manifest: Manifest; index: AddressIndex }> {
  return withDialect(file.head, hints, async ({ isStrict, found, ...dialect }) => {
    if (found && hints.column === undefined)
      throw new FileError('wrong_separator', { separator: found.separator });
    const column = (hints.column ?? 1) - 1;
    const reading = { ...dialect, column };
    const index = createAddressIndex();
    const scan = createListScanner(index, dialect, {
      column,
      isColumnAutomatic: hints.column === undefined,
      isHeaderFirst: hints.header === true,
    });
    const rows = readRows(file.read(), { ...dialect, ...(isStrict && { isStrict }) });
    await file.storeRows(scan.ordinals(rows));
    const { size: total, badSyntax } = index;
    const manifest: Manifest = {
      version: 1,
      reading,
      ...scan.summary(),
      total,
      badSyntax,
      tasks: planTasks(index),
      domains: index.largestDomains(MAX_BREAKDOWN_ROWS),
    };
    return { manifest, index };
  });
}
