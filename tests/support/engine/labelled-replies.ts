import { readFileSync } from 'node:fs';
import type { ReplyInput } from '../../../functions/verifier/classify/types.ts';

/** One line of the labelled replies; their README says what each label stands for. */
export interface LabelledReply extends ReplyInput {
  label: string;
  /** Where it was collected. */
  source: string;
}

/** The replies of `tests/data/smtp-replies/<name>.ndjson`. */
export function labelledReplies(name: 'collected' | 'own-wording'): LabelledReply[] {
  const file = new URL(`../../data/smtp-replies/${name}.ndjson`, import.meta.url);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LabelledReply);
}
