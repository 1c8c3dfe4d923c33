import { parseMailbox } from './net/mailbox.ts';
import type { MailboxState, Reason, Status, DnsSetup } from './kinds/kind.ts';
import { mailboxStateOf } from './net/users.ts';
import {
  greylistFor,
  hasDmarc,
  createSimulatedInternet,
  type SimulatedInternet,
} from './net/simulated-internet.ts';

/** The expected verdict for an address, derived only from the configuration of the network. */
export interface ExpectedVerdict {
  email: string;
  status: Status;
  reason: Reason;
  /** Whether no reply reveals the mailbox's state, so that any verdict is accepted. */
  undecidable?: true;
  /**
   * Whether `unknown` is also acceptable, because the server lies to clients that send many
   * recipients.
   */
  orUnknown?: true;
  /** Whether the domain is part of the network and publishes no DMARC record. */
  noDmarc?: true;
}

type Finding = Omit<ExpectedVerdict, 'email' | 'noDmarc'>;

const finding = (status: Status, reason: Reason): Finding => ({ status, reason });

/** Verdicts that the zone determines before a mail server is involved. */
const BY_ZONE: Partial<Record<DnsSetup, Finding>> = {
  nonexistent: finding('undeliverable', 'no_such_domain'),
  'no-records': finding('undeliverable', 'no_mail_server'),
  'all-missing': finding('undeliverable', 'no_mail_server'),
  'null-mx': finding('undeliverable', 'null_mx'),
  failing: finding('unknown', 'dns_error'),
  silent: finding('unknown', 'dns_error'),
  'all-dead': finding('unknown', 'server_unreachable'),
};

const BY_STATE: Record<MailboxState, Finding> = {
  open: finding('deliverable', 'accepted'),
  busy: finding('deliverable', 'accepted'),
  full: finding('risky', 'mailbox_full'),
  disabled: finding('undeliverable', 'mailbox_disabled'),
  absent: finding('undeliverable', 'no_such_mailbox'),
};

/** Reasons that concern the client, so other senders may still deliver. */
const SENDER_REASONS: ReadonlySet<Reason> = new Set(['ip_blocked', 'sender_rejected', 'throttled']);

/**
 * Returns a function that takes any address in the network of `seed`, even if it is not in the
 * list.
 */
export function expectedVerdict(seed: number): (email: string) => ExpectedVerdict {
  const world = createSimulatedInternet(seed);
  return (email) => {
    const { status, reason, undecidable, orUnknown } = findExpected(world, email);
    const domain = world.named(parseMailbox(email)?.domain ?? '');
    return {
      email,
      status,
      reason,
      ...(undecidable && { undecidable }),
      ...(orUnknown && { orUnknown }),
      ...(domain && !hasDmarc(domain) && { noDmarc: true as const }),
    };
  };
}

/**
 * Creates a function that returns whether an email from an unblocked sender would reach a mailbox
 * in the network generated from `seed`. Unlike a check, it also distinguishes mailboxes at a server
 * that accepts all recipients, or that defers or rejects our checks.
 */
export function expectedDelivery(seed: number): (email: string) => boolean {
  const world = createSimulatedInternet(seed);
  return (email) => {
    const mailbox = parseMailbox(email);
    const domain = mailbox && world.named(mailbox.domain);
    const server = domain?.variant.server;
    if (!mailbox || !server || BY_ZONE[domain.variant.zone] || server.dropsAtRecipient)
      return false;
    if (mailbox.local.toLowerCase() === server.discards) return false;
    if (server.refusal && !SENDER_REASONS.has(server.refusal.reason)) return false;
    return BY_STATE[mailboxStateOf(domain, mailbox.local)].status === 'deliverable';
  };
}

function findExpected(world: SimulatedInternet, email: string): Finding {
  const mailbox = parseMailbox(email);
  if (!mailbox?.domain.includes('.')) return finding('undeliverable', 'bad_syntax');
  const domain = world.named(mailbox.domain);
  if (!domain) return finding('undeliverable', 'no_such_domain');
  const { zone, server } = domain.variant;
  const zoneVerdict = BY_ZONE[zone];
  if (zoneVerdict || !server) return zoneVerdict ?? finding('unknown', 'server_unreachable');

  const { refusal } = server;
  const refusalVerdict: Finding | undefined = refusal && { status: 'unknown', ...refusal };
  if (refusalVerdict && (refusal?.stage === 'greeting' || refusal?.stage === 'ehlo'))
    return refusalVerdict;
  if (server.starttls === 'broken') return finding('unknown', 'server_error');
  if (mailbox.utf8 && !server.extensions.includes('SMTPUTF8')) return finding('unknown', 'policy');
  if (refusalVerdict) return refusalVerdict;
  if (server.dropsAtRecipient) return finding('unknown', 'server_unreachable');
  if (server.acceptsAll) return finding('risky', 'catch_all');
  const state = mailboxStateOf(domain, mailbox.local);
  if (greylistFor(server, state)?.forever) return finding('unknown', 'greylisted');
  const accepted = BY_STATE[state].status === 'deliverable';
  if (accepted && domain.kind.disposable) return finding('risky', 'disposable');
  return { ...BY_STATE[state], ...(server.harvestLimit && { orUnknown: true }) };
}
