import type { History, Step } from './history.ts';

/** The same step with one thing less, for each thing that it has. */
function smaller<N extends string>(step: Step<N>): Step<N>[] {
  const without = <T>(all: readonly T[], at: number): T[] => all.filter((_, each) => each !== at);
  return [
    ...step.faults.map((_, at) => ({ ...step, faults: without(step.faults, at) })),
    ...step.acts.map((_, at) => ({ ...step, acts: without(step.acts, at) })),
    ...(step.deliveries > 0 ? [{ ...step, deliveries: 0 }] : []),
  ];
}

/**
 * The shortest history it finds that still fails: first without whole runs of steps, ever shorter
 * ones, then without single faults and acts ("delta debugging").
 * @param tries the most histories that are tried
 */
export async function shrink<N extends string>(
  history: History<N>,
  fails: (history: History<N>) => Promise<boolean>,
  tries = 400,
): Promise<History<N>> {
  let shortest = history;
  let left = tries;
  const takes = async (candidate: History<N>): Promise<boolean> => {
    if (left <= 0) return false;
    left -= 1;
    if (!(await fails(candidate))) return false;
    shortest = candidate;
    return true;
  };
  for (
    let size = Math.ceil(history.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  )
    for (let at = shortest.length - size; at > -size; at -= size) {
      const from = Math.max(0, at);
      await takes([...shortest.slice(0, from), ...shortest.slice(from + size)]);
    }
  for (let at = 0; at < shortest.length; at += 1) {
    let goesOn = true;
    while (goesOn) {
      goesOn = false;
      for (const step of smaller(shortest[at] as Step<N>))
        if (await takes(shortest.with(at, step))) {
          goesOn = true;
          break;
        }
    }
  }
  return shortest;
}
