import { GREYLIST_SCHEDULE } from '../retry.ts';
import { LONGEST_LINE } from './lines.ts';
import { MANY } from './lots.ts';

export const HELP = `Verifies email addresses without sending mail.

  npm run --silent verify -- [options] ADDRESS…
  npm run --silent verify -- [options] -            one address a line on standard input

Output, one line an address, in the order of the input
  (default)            a table to read; SURE is the confidence
  --json               one JSON object a line; what there is nothing to say of is left out
  --csv                comma-separated, with a header; a cell that a spreadsheet would run as a
                       formula has ' before it, so =a@b.test is shown as '=a@b.test and
                       +a@b.test as it is
  --explain            also, on standard error: mail hosts, SMTP dialogue, the rule that decided
  --progress           how many have their verdict, on standard error, when that is a terminal
${MANY} addresses or more that come at once, as from a file, are asked domain by domain: they wait in
a temporary file (some 400 bytes each, where TMPDIR says) and are written when all have their verdict.
Ctrl-C writes what is known.
Addresses are shown as they were given. On standard input, space around them and blank lines are left
out; a line of more than ${LONGEST_LINE} octets is no address and is shown up to there, with … at its end.

What is said of an address
  status               deliverable, undeliverable, risky or unknown
  reason               why, a code; docs/engine.md tells what each means and what helps
  confidence           how sure the status is, from 0 to 1
  catch_all disposable role free mailbox_full
                       true or false; in JSON they stand within "flags"
  suggestion           an address that may have been meant
  mx, provider         the mail host that was asked, and whose it is where that is known
  retry_after_s        seconds after which asking again may bring an answer
  reply                what the server said, or how the connection ended; in JSON with the stage:
                       connect, ehlo, mail or rcpt

Where to ask
  --dns HOST[:PORT]    recursive resolver, may be repeated (those of the system)
  --smtp-port N        port of the mail servers (25)
  --egress KIND        direct, off, or socks5://[user:password@]host[:port] (direct; port 1080)
  --local-address IP   local address of outgoing connections; with --egress direct
  --allow-private      also connect to private and loopback addresses
  --sandbox            a simulated mail internet, started for this run, instead of --dns and
                       --smtp-port; npm run --silent mailnet -- list --seed 1 prints addresses of it

Who asks
  --helo NAME          our name in EHLO; should be the PTR of our address (host name)
  --mail-from ADDRESS  sender of the envelope (verify@NAME)

How
  --concurrency N      SMTP sessions at once (100)
  --timeout S          seconds in all, at most a week; an address that has a verdict by then and
                       waits to be asked again keeps it, every other is unknown, not_answered
  --retries N          how often servers that greylist or throttle are asked again, 0 to ${GREYLIST_SCHEDULE.length}:
                       waits 5 minutes to an hour in all (0; ${GREYLIST_SCHEDULE.length} in the sandbox)
  --time-scale N       divides those waits (1; 60 in the sandbox)

Exit codes: 0 every address has its verdict, unknown included, 1 something went wrong, 2 wrong usage.
`;
