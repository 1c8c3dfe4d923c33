import { AppError } from '../../shared/contract/errors.ts';
import { ENGINE_PROBE_ADDRESS } from '../../shared/model/key-kind.ts';
import type { Engine } from './adapters/engine.ts';
import { readAddress } from '../../packages/verifier/src/address/read-address.ts';
import { addressOfCell } from '../../shared/list-file/address-cell.ts';
import type { CheckOutcome, PendingCheckOutcome } from './check-attempt.ts';
import {
  formatSandboxCheckId,
  findSandboxVerdict,
  createUncheckedVerdict,
} from './rules/sandbox.ts';

/**
 * Answers a check from the sandbox. Stores nothing, charges nothing and contacts no mail server.
 * @param shouldWait whether to return the result now, instead of an id to poll
 * @param now epoch milliseconds
 * @throws {AppError} `bad_address`; `test_address_only` for an address outside the sandbox
 */
export function checkSandboxAddress(
  email: string,
  shouldWait: boolean,
  now: number,
): CheckOutcome | PendingCheckOutcome {
  const address = addressOfCell(email);
  if (!readAddress(address)) throw new AppError('bad_address');
  const verdict = findSandboxVerdict(address);
  if (!verdict) throw new AppError('test_address_only');
  return shouldWait
    ? { verdict, charged: false }
    : { requestId: formatSandboxCheckId(address), nextAt: now };
}

/**
 * Creates the engine of test lists. It contacts no server and reports addresses outside the sandbox
 * as `unknown`. It passes only the probe to the real engine, which a list contains at most once.
 */
export const createSandboxEngine = (engine: Engine): Engine => ({
  get connections() {
    return engine.connections;
  },
  async *verify(addresses, options) {
    for (const [index, address] of addresses.entries())
      if (address === ENGINE_PROBE_ADDRESS)
        for await (const { verdict } of engine.verify([address], options)) yield { index, verdict };
      else yield { index, verdict: findSandboxVerdict(address) ?? createUncheckedVerdict(address) };
  },
});
