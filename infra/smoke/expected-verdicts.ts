import { KEY_PREFIX } from '../../shared/model/key-kind.ts';
import { VERDICT_STATUSES, type VerdictStatus } from '../../shared/model/verdict.ts';
import type { runCustomerJourney } from './customer-journey.ts';

/** DNS decides these verdicts: a null MX (RFC 7505), and a domain that cannot exist (RFC 6761). */
const ADDRESSES_WITHOUT_SERVER = ['smoke@example.com', 'smoke@tamis.invalid'];

/** Returns addresses with the verdict expected for each. @param mailbox an address that exists */
export function expectedVerdictsFor(
  apiKey: string | undefined,
  mailbox: string | undefined,
): ReadonlyMap<string, VerdictStatus> {
  if (apiKey?.startsWith(KEY_PREFIX.test))
    // Sandbox addresses, which a test key checks, are named after their verdict.
    return new Map(VERDICT_STATUSES.map((status) => [`${status}@sandbox.test`, status]));
  return new Map<string, VerdictStatus>([
    ...(mailbox === undefined ? [] : [[mailbox, 'deliverable'] as const]),
    ...ADDRESSES_WITHOUT_SERVER.map((address) => [address, 'undeliverable'] as const),
  ]);
}

/** Compares verdicts. @throws at the first verdict that is missing or not the expected one */
export function expectVerdicts(
  expected: ReadonlyMap<string, VerdictStatus>,
  { check, rows }: Awaited<ReturnType<typeof runCustomerJourney>>,
): void {
  const checkedStatus = expected.get(check.email);
  if (checkedStatus !== check.status)
    throw new Error(
      `${check.email} checked individually is ${check.status} (${check.reason}), not ${checkedStatus}.`,
    );
  const found = new Map(rows.map(([address = '', ...verdict]) => [address, verdict]));
  for (const [address, status] of expected) {
    const [verdict = 'absent', reason = ''] = found.get(address) ?? [];
    if (verdict !== status)
      throw new Error(`${address} is ${verdict} (${reason}) in the result, not ${status}.`);
  }
}
