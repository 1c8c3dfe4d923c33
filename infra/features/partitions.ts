import { partitions as access } from '../../functions/access/adapters/keys.ts';
import { partitions as account } from '../../functions/account/adapters/keys.ts';
import { partitions as assistants } from '../../functions/assistants/adapters/keys.ts';
import { partitions as billing } from '../../functions/billing/adapters/keys.ts';
import { partitions as bounces } from '../../functions/bounces/adapters/keys.ts';
import { partitions as checks } from '../../functions/checks/adapters/keys.ts';
import { partitions as connections } from '../../functions/connections/adapters/keys.ts';
import { partitions as credits } from '../../functions/credits/adapters/keys.ts';
import { partitions as events } from '../../functions/events/adapters/keys.ts';
import { partitions as forms } from '../../functions/forms/adapters/keys.ts';
import { partitions as lists } from '../../functions/lists/adapters/keys.ts';
import { partitions as lowCredits } from '../../functions/low-credits/adapters/keys.ts';
import { partitions as mail } from '../../functions/mail/adapters/keys.ts';
import { partitions as members } from '../../functions/members/adapters/keys.ts';
import { partitions as secondFactor } from '../../functions/factors/adapters/keys.ts';
import { partitions as webhooks } from '../../functions/webhooks/adapters/keys.ts';

export const partitions = {
  ...access(),
  ...account(),
  ...assistants(),
  ...billing(),
  ...bounces(),
  ...checks(),
  ...connections(),
  ...credits(),
  ...events(),
  ...forms(),
  ...lists(),
  ...lowCredits(),
  ...mail(),
  ...members(),
  ...secondFactor(),
  ...webhooks(),
};

export type ItemGroup = keyof typeof partitions;

/** First part of a partition key; docs/keys.md lists the items of each kind. */
export type PartitionKind = Uppercase<string>;

const allPatterns = [...new Set(Object.values(partitions).flat())];

export function patternsOfKind(kind: PartitionKind): readonly string[] {
  const patterns = allPatterns.filter((pattern) => pattern.split('#')[0] === kind);
  if (patterns.length === 0) throw new TypeError(`No feature stores items in ${kind}`);
  return patterns;
}
