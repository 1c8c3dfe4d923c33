import { classifyLine } from './classify/classify-line.ts';
import { runLineFilter } from './line-filter-cli.ts';

await runLineFilter({
  help: `Says what replies of mail servers mean.

Usage: npm run --silent classify < replies.ndjson > verdicts.ndjson

Reads one JSON object a line from standard input:
  {"stage": "rcpt", "reply": "550 5.1.1 User unknown", "provider": "orange"}
  stage     where the reply was read: connect, ehlo, mail or rcpt
  reply     one line or several, with \\r\\n or \\n between them
  provider  optional, an id of the provider table: also uses the rules of that provider

Writes one JSON object a line to standard output, in the same order:
  {"status": "undeliverable", "reason": "no_such_mailbox", "rule": "user-unknown.en"}
The answer to a line that cannot be read is {"error": "line 3: …"}; the next lines are read.

Exit codes: 0 all lines were answered, 1 reading or writing failed, 2 wrong usage.
`,
  toLine: classifyLine,
});
