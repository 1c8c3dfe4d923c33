import type { World } from './world.ts';

/** A file that was announced reaches the bucket, while its form is valid. */
export async function arrive(world: World): Promise<void> {
  world.announced = world.announced.filter(({ until }) => until > world.clock.now());
  const [next] = world.announced.splice(0, 1);
  if (next) await world.blobs.put(next.key, next.content);
}
