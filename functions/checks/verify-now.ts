import type { Engine } from './adapters/engine.ts';
import type { Verdict } from '../../shared/contract/checks.ts';

/** Verifies one address, with priority over lists. @param deadline epoch milliseconds */
export async function verifyNow(
  engine: Engine,
  address: string,
  customer: string,
  deadline: number,
  attempt = 0,
): Promise<Verdict | undefined> {
  let found: Verdict | undefined;
  // Run the loop to its end instead of returning the verdict, so that each session ends with QUIT.
  const options = { deadline, attempt, priority: 2, customer } as const;
  for await (const { verdict } of engine.verify([address], options)) found = verdict;
  return found;
}
