import { GREYLIST_SCHEDULE } from '../index.ts';
import { formatCommandLine } from './command-line.ts';
import { MAX_SHOWN_OCTETS } from './input.ts';

const VERIFY_COMMAND = formatCommandLine('verify', 'check');

export const HELP = `Verifies email addresses without sending mail.

  ${VERIFY_COMMAND} [options] ADDRESS…
  ${VERIFY_COMMAND} [options] -            read one address per line from standard input

Output: one line per address, in the order of the input
  (default)            a table; SURE is the confidence
  --json               one JSON object per line, without keys that have no value
  --explain            also write the mail hosts, the SMTP dialogue and the matching rule to
                       standard error

Each line is written once its verdict and all verdicts before it are known. Addresses from standard
input are checked domain by domain, up to a million at a time, or as many as have arrived when no more
arrive for half a second. If the output goes to a file, the terminal shows the number of verdicts.
Ctrl-C writes the verdicts that are known and exits with 130.
An address is written as it was given. On standard input, white space around an address and blank lines
are ignored; a line of more than ${MAX_SHOWN_OCTETS} octets is not an address, and its output is truncated with …

Fields of a verdict
  status               deliverable, undeliverable, risky or unknown
  reason               a code for the reason, which the engine's documentation explains
  confidence           the confidence in the status, from 0 to 1
  catch_all catch_all_unknown disposable role free mailbox_full tagged gateway
  parked no_dmarc
                       true or false; JSON has them in "flags", the table shows the true ones
  suggestion           a likely intended address
  mx, provider         the mail host that was asked, and the provider that runs it, if known
  fact_age_s           age in seconds of the stored fact about the domain on which the verdict relies
  egress               in JSON: the EHLO name of the egress address that asked the mail host
  retry_after_s        seconds after which another attempt may bring a better verdict
  reply                what the server replied, or how the connection ended; JSON also has the stage:
                       connect, ehlo, mail or rcpt

Connections
  --dns HOST[:PORT]    recursive DNS resolver; may be repeated (default: those of the system)
  --smtp-port N        port of the mail servers (25)
  --egress KIND        how to connect: direct, direct:IP of this machine, off, or
                       socks5://[user:password@]host[:port] (direct; port 1080). Separate
                       several egress addresses with commas, each with its EHLO name:
                       direct:IP#NAME,socks5://host#NAME
  --allow-private      also connect to private and loopback addresses
  --sandbox            start a simulated mail internet for this run, and use it instead of --dns and
                       --smtp-port; the mailnet command list --seed 1 prints its addresses

Sender
  --helo NAME          the EHLO name, if --egress gives none; should be the PTR name of the IP address
                       (host name)
  --mail-from ADDRESS  envelope sender (verify@NAME)

Limits and retries
  --concurrency N      maximum concurrent SMTP sessions (100)
  --timeout S          maximum seconds for the run, at most a week. An address that waits for another
                       attempt by then keeps its verdict; one without a verdict is unknown,
                       not_answered
  --retries N          maximum retries if a server greylists, throttles or reports an
                       error, 0 to ${GREYLIST_SCHEDULE.length}; they take 5 minutes to an hour in all (0; ${GREYLIST_SCHEDULE.length} in the sandbox)
  --time-scale N       divide the delays between attempts by N (1; 60 in the sandbox)

Exit codes: 0 every address has a verdict (unknown included), 1 something failed, 2 wrong usage.
`;
