import { addressOfCell } from '../../../shared/list-file/address-cell.ts';
import type { VerdictReason, VerdictStatus } from '../../../shared/model/verdict.ts';

/** The domain of all sandbox addresses; `.test` is reserved (RFC 6761 §6.2). */
const DOMAIN = 'sandbox.test';

interface SandboxCase {
  readonly status: VerdictStatus;
  readonly reason: VerdictReason;
  readonly confidence: number;
  readonly catchAll?: true;
  /** The simulated reply of the mail server to RCPT TO. */
  readonly reply?: readonly [code: number, enhanced: string, text: string];
}

/** One case per status. Each address is named after its status. */
const SANDBOX_CASES: readonly SandboxCase[] = [
  {
    status: 'deliverable',
    reason: 'accepted',
    confidence: 0.98,
    reply: [250, '2.1.5', '2.1.5 Ok'],
  },
  {
    status: 'undeliverable',
    reason: 'no_such_mailbox',
    confidence: 0.98,
    reply: [550, '5.1.1', '5.1.1 No such user here'],
  },
  {
    status: 'risky',
    reason: 'catch_all',
    confidence: 0.9,
    catchAll: true,
    reply: [250, '2.1.5', '2.1.5 Ok'],
  },
  { status: 'unknown', reason: 'timeout', confidence: 0.5 },
];

const verdictOf = (email: string, sandboxCase: SandboxCase) => {
  const { status, reason, confidence, catchAll = false, reply } = sandboxCase;
  return {
    email,
    status,
    reason,
    confidence,
    flags: {
      catch_all: catchAll,
      catch_all_unknown: false,
      disposable: false,
      role: false,
      free: false,
      mailbox_full: false,
      tagged: false,
      gateway: false,
      parked: false,
      no_dmarc: false,
    },
    ...(reply && {
      reply: { stage: 'rcpt' as const, code: reply[0], enhanced: reply[1], text: reply[2] },
    }),
  };
};
type SandboxVerdict = ReturnType<typeof verdictOf> & { readonly mx?: string };

export function findSandboxVerdict(email: string): SandboxVerdict | undefined {
  const address = email.trim();
  const [name = '', domain, ...rest] = address.toLowerCase().split('@');
  const sandboxCase = SANDBOX_CASES.find(({ status }) => status === name);
  if (!sandboxCase || domain !== DOMAIN || rest.length > 0) return undefined;
  return { ...verdictOf(address, sandboxCase), mx: `mx.${DOMAIN}` };
}

export const isSandboxAddress = (email: string): boolean =>
  findSandboxVerdict(addressOfCell(email)) !== undefined;

/** Returns an `unknown` verdict, by default for an address whose mail server was not contacted. */
export const createUncheckedVerdict = (
  email: string,
  reason: VerdictReason = 'egress_off',
): SandboxVerdict => verdictOf(email, { status: 'unknown', reason, confidence: 1 });

/** Prefix of the ids of sandbox checks; no other check id starts with it. */
const CHECK_PREFIX = 'test-';

/** The id contains the case, so that nothing needs to be stored. */
export const formatSandboxCheckId = (address: string): string =>
  `${CHECK_PREFIX}${address.trim().toLowerCase().split('@', 1)[0]}`;

export const findSandboxVerdictById = (id: string): SandboxVerdict | undefined =>
  id.startsWith(CHECK_PREFIX)
    ? findSandboxVerdict(`${id.slice(CHECK_PREFIX.length)}@${DOMAIN}`)
    : undefined;
