import { AppError } from '../../shared/contract/errors.ts';
import { ENGINE_PROBE_ADDRESS } from '../../shared/model/key-kind.ts';
import type { Verdict } from '../../shared/contract/checks.ts';
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
 * Answers an address of a test list without contacting a server. An address outside the sandbox is
 * `unknown`. Returns undefined for the probe, which the engine must answer.
 */
export const getTestVerdict = (address: string): Verdict | undefined =>
  address === ENGINE_PROBE_ADDRESS
    ? undefined
    : (findSandboxVerdict(address) ?? createUncheckedVerdict(address));
