import type { Reading } from '../../../shared/list-file/rows.ts';
import type { ListCounts } from './list.ts';
import type { TaskRange } from './plan-tasks.ts';

export interface TaskPlan extends ListCounts {
  readonly version: 1;
  readonly tasks: readonly TaskRange[];
}

/** What ingest found out about a file, for the start of the list and for its result. */
export interface Manifest extends TaskPlan {
  readonly reading: Reading;
  /** Whether a row names the columns: the first one that is not blank and no title. */
  readonly header: boolean;
  /** Rows above the header that are not blank. Manifests of older versions of the reader have none. */
  readonly titles?: number;
  /** Cells to which its rows are filled up in the result. */
  readonly columns: number;
  /** The domains of most addresses, the largest first. */
  readonly domains: readonly string[];
}

export const writeManifest = (manifest: TaskPlan): string => JSON.stringify(manifest);

/** Reads what `writeManifest` wrote; throws an Error for a version this code does not know. */
export function readPlan<Plan extends TaskPlan = TaskPlan>(bytes: Uint8Array): Plan {
  const manifest = JSON.parse(Buffer.from(bytes).toString()) as Plan;
  if (manifest.version !== 1) throw new Error(`a manifest is of version ${manifest.version}`);
  return manifest;
}
