import type { Engine } from './adapters/engine.ts';
import type { Verdict } from '../../shared/contract/checks.ts';

/** Verifies one address, with priority over lists. @param deadline epoch milliseconds */
export async function verifySingleAddress(
  engine: Engine,
  address: string,
  customer: string,
  deadline: number,
  attempt = 0,
): Promise<Verdict | undefined> {
  let found: Verdict | undefined;
  // Consume the whole loop, so that each SMTP session ends with QUIT, before returning the verdict.
  const options = { deadline, attempt, priority: 2, customer } as const;
  for await (const { verdict } of engine.verify([address], options)) found = verdict;
  return found;
}
