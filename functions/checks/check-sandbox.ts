import { AppError } from '../../shared/contract/errors.ts';
import type { Engine } from './adapters/engine.ts';
import type { Verdict } from '../../shared/contract/checks.ts';
import { readAddress } from '../../shared/address/read-address.ts';
import { sandboxVerdict, unaskedVerdict } from './rules/sandbox.ts';

/**
 * Checks one address for a test key: nothing is written, paid or asked.
 * @throws {AppError} `bad_address`; `test_address_only` for an address that is none of the magic
 *   ones
 */
export function checkSandbox(email: string): Verdict {
  if (!readAddress(email.trim())) throw new AppError('bad_address');
  const verdict = sandboxVerdict(email);
  if (!verdict) throw new AppError('test_address_only');
  return verdict;
}

/**
 * What stands in for the engine where a list is a test: the magic addresses have their verdicts,
 * every other one is unknown since no server may be asked.
 */
export const sandboxEngine: Engine = {
  connections: 0,
  async *verify(addresses) {
    for (const [index, address] of addresses.entries())
      yield { index, verdict: sandboxVerdict(address) ?? unaskedVerdict(address) };
  },
};
