import { GREYLIST_SCHEDULE } from '../index.ts';
import { commandLine } from './command-line.ts';
import { MAX_SHOWN_OCTETS } from './input.ts';

const VERIFY = commandLine('verify', 'check');

export const HELP = `Verifies email addresses without sending mail.

  ${VERIFY} [options] ADDRESS…
  ${VERIFY} [options] -            one address a line on standard input

Output: one line for each address, in the order of the input
  (default)            a table to read; SURE is the confidence
  --json               one JSON object a line, without the keys that have no value
  --explain            also writes the mail hosts, the SMTP dialogue and the rule that decided to
                       standard error

Each line is written when its verdict and all verdicts before it are known. Addresses from standard
input are asked domain by domain, up to a million at a time; if no more come for half a second, those
that came are asked. Where the lines go to a file, the terminal shows how many there are.
Ctrl-C writes the verdicts that are known and exits with 130.
An address is written as it was given. On standard input, space around an address and blank lines are
ignored; a line of more than ${MAX_SHOWN_OCTETS} octets is not an address, and is written up to there and with … at its end.

What a verdict says
  status               deliverable, undeliverable, risky or unknown
  reason               a code that says why; the engine's documentation explains each
  confidence           how sure the status is, from 0 to 1
  catch_all catch_all_unknown disposable role free mailbox_full tagged gateway
  parked no_dmarc
                       true or false; JSON has them within "flags", the table names the true ones
  suggestion           an address that was probably meant
  mx, provider         the mail host that was asked, and the provider that runs it, if known
  fact_age_s           how old that is, in seconds, which an earlier run found out of the domain
  egress               in JSON: the name of our address by which it was asked
  retry_after_s        after how many seconds another attempt may bring a better verdict
  reply                what the server replied, or how the connection ended; JSON also has the stage:
                       connect, ehlo, mail or rcpt

Where to ask
  --dns HOST[:PORT]    recursive DNS resolver; may be repeated (default: those of the system)
  --smtp-port N        port of the mail servers (25)
  --egress KIND        how to connect: direct, direct:IP of this machine, off, or
                       socks5://[user:password@]host[:port] (direct; port 1080). Several addresses
                       of ours are separated by commas, each with its name:
                       direct:IP#NAME,socks5://host#NAME
  --allow-private      also connect to private and loopback addresses
  --sandbox            start a simulated mail internet for this run and ask it, instead of --dns and
                       --smtp-port; the command of mailnet, list --seed 1, prints its addresses

Who asks
  --helo NAME          our name in EHLO, if --egress gives none; should be the PTR name of our
                       address (host name)
  --mail-from ADDRESS  sender of the envelope (verify@NAME)

How to ask
  --concurrency N      most SMTP sessions at once (100)
  --timeout S          seconds for the whole run, at most a week. An address that waits for another
                       attempt by then keeps its verdict; one without a verdict is unknown,
                       not_answered
  --retries N          how often to ask again where a server greylists, throttles or reports an
                       error, 0 to ${GREYLIST_SCHEDULE.length}; the attempts take 5 minutes to an hour in all (0; ${GREYLIST_SCHEDULE.length} in the sandbox)
  --time-scale N       divide these waits by N (1; 60 in the sandbox)

Exit codes: 0 every address has a verdict (unknown included), 1 something failed, 2 wrong usage.
`;
