import { readFileSync } from 'node:fs';
import type { ReplyInput } from '../src/classify/types.ts';

/** One line of the labeled replies; their README explains the labels. */
export interface LabeledReply extends ReplyInput {
  label: string;
  source: string;
}

interface RuleExample extends ReplyInput {
  /** Id of the rule that decides this reply. */
  rule: string;
}

export const readLabeledReplies = (name: 'collected' | 'own-wording'): LabeledReply[] =>
  linesOf(name);

/** Returns example replies with the rule that decides each. */
export const readRuleExamples = (): RuleExample[] => linesOf('rule-examples');

function linesOf<T>(name: string): T[] {
  const file = new URL(`data/smtp-replies/${name}.ndjson`, import.meta.url);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as T);
}
