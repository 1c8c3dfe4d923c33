import { classifyReply } from '../classify/classify-reply.ts';
import type { ReplyInput } from '../classify/types.ts';
import { formatCommandLine } from './command-line.ts';
import { runLineMapper } from './map-lines.ts';
import type { Stage } from '../model/types.ts';

const STAGES: readonly Stage[] = ['connect', 'ehlo', 'mail', 'rcpt'];

await runLineMapper({
  help: `Classifies replies of mail servers.

Usage: ${formatCommandLine('classify')} < replies.ndjson > verdicts.ndjson

Reads one JSON object per line from standard input:
  {"stage": "rcpt", "reply": "550 5.1.1 User unknown", "provider": "orange"}
  stage     the stage of the dialogue: connect, ehlo, mail or rcpt
  reply     one or several lines, separated by \\r\\n or \\n
  provider  optional, an id in the provider table: also applies the rules of that provider

Writes one JSON object per line to standard output, in the same order:
  {"status": "undeliverable", "reason": "no_such_mailbox", "rule": "user-unknown.en"}
For a malformed line, it writes {"error": "line 3: …"} and continues.

Exit codes: 0 success, 1 reading or writing failed, 2 wrong usage.
`,
  toLine: classifyLine,
});

/** Converts `{stage, reply, provider?}` to `{status, reason, rule}` or `{error}`. */
function classifyLine(line: string, number: number): string {
  const input = readInput(line);
  if (typeof input === 'string') return JSON.stringify({ error: `line ${number}: ${input}` });
  const { status, reason, rule } = classifyReply(input);
  return JSON.stringify({ status, reason, rule });
}

function readInput(line: string): ReplyInput | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // Reported below.
  }
  if (typeof value !== 'object' || value === null) return 'not a JSON object';
  const { stage, reply, provider }: Partial<Record<keyof ReplyInput, unknown>> = value;
  const known = STAGES.find((each) => each === stage);
  if (known === undefined) return `"stage" must be one of ${STAGES.join(', ')}`;
  if (typeof reply !== 'string') return '"reply" must be a string';
  if (provider === undefined || provider === null) return { stage: known, reply };
  if (typeof provider !== 'string') return '"provider" must be a string';
  return { stage: known, reply, provider };
}
