import type { Stage } from '../types.ts';
import { classifyReply } from './classify-reply.ts';
import type { ReplyInput } from './types.ts';

const STAGES: readonly unknown[] = ['connect', 'ehlo', 'mail', 'rcpt'] satisfies Stage[];

/**
 * One line of NDJSON for another: `{stage, reply, provider?}` for `{status, reason, rule}`, or
 * `{error}` where the line is none. Never throws.
 */
export function classifyLine(line: string, number: number): string {
  const input = readInput(line);
  if (typeof input === 'string') return JSON.stringify({ error: `line ${number}: ${input}` });
  const { status, reason, rule } = classifyReply(input);
  return JSON.stringify({ status, reason, rule });
}

function readInput(line: string): ReplyInput | string {
  const value = parseJson(line);
  if (typeof value !== 'object' || value === null) return 'not a JSON object';
  const { stage, reply, provider }: Partial<Record<keyof ReplyInput, unknown>> = value;
  if (!isStage(stage)) return `"stage" must be one of ${STAGES.join(', ')}`;
  if (typeof reply !== 'string') return '"reply" must be a string';
  if (provider === undefined || provider === null) return { stage, reply };
  if (typeof provider !== 'string') return '"provider" must be a string';
  return { stage, reply, provider };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isStage(value: unknown): value is Stage {
  return STAGES.includes(value);
}
