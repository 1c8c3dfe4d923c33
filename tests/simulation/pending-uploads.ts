import { generateRandomUpload } from './uploads.ts';
import type { PendingUpload, Simulation } from './simulation.ts';

const validForms = (world: Simulation): PendingUpload[] => {
  world.pendingUploads = world.pendingUploads.filter(({ until }) => until > world.clock.now());
  return world.pendingUploads;
};

/** Uploads the first missing file whose presigned POST is still valid. */
export async function uploadPendingFile(world: Simulation): Promise<void> {
  const next = validForms(world).find(({ arrived }) => !arrived);
  if (!next) return;
  next.arrived = true;
  await world.blobs.put(next.key, next.upload.content);
}

/** Replaces the content of the last uploaded file whose presigned POST is still valid. */
export async function overwriteUpload(
  world: Simulation,
  _who: unknown,
  random: () => number,
): Promise<void> {
  const last = validForms(world).findLast(({ arrived }) => arrived);
  if (!last) return;
  const { name } = last.upload;
  const upload = generateRandomUpload(name, random);
  world.uploads.set(name, [...(world.uploads.get(name) ?? []), upload]);
  await world.blobs.put(last.key, upload.content);
}
