import type { ReadOptions } from '../../../shared/list-file/rows.ts';
import type { ListCounts } from './list.ts';
import type { TaskByteRange } from './plan-tasks.ts';

export interface TaskPlan extends ListCounts {
  readonly version: 1;
  readonly tasks: readonly TaskByteRange[];
}

/** Facts that ingest found about a file, needed to start the list and to write its result. */
export interface Manifest extends TaskPlan {
  readonly reading: ReadOptions;
  /** Whether the first row that is neither blank nor a title contains column names. */
  readonly header: boolean;
  /** The number of title rows above the header. Missing in older manifests. */
  readonly titles?: number;
  /** The number of cells to which rows of the result are padded. */
  readonly columns: number;
  /** The domains with the most addresses, largest first. */
  readonly domains: readonly string[];
}

export const serializeManifest = (manifest: TaskPlan): string => JSON.stringify(manifest);

/** @throws {Error} for an unknown version */
export function parseManifest<Plan extends TaskPlan = TaskPlan>(bytes: Uint8Array): Plan {
  const manifest = JSON.parse(Buffer.from(bytes).toString()) as Plan;
  if (manifest.version !== 1) throw new Error(`unknown manifest version ${manifest.version}`);
  return manifest;
}
