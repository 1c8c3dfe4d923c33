import {
  type DomainKind,
  type Reason,
  type Refusal,
  type DomainVariant,
  dedicatedServer,
} from './kind.ts';
import { postfix } from './software.ts';

type RefusalTemplate = readonly [stage: Refusal['stage'], reply: string];

export const rejectAll = (
  reason: Reason,
  [first, ...others]: readonly [RefusalTemplate, ...RefusalTemplate[]],
  more: Pick<Refusal, 'undecidable'> = {},
): DomainKind['variants'] => {
  const server = ([stage, reply]: RefusalTemplate): DomainVariant =>
    dedicatedServer({ ...postfix, refusal: { stage, reply, reason, ...more } });
  return [server(first), ...others.map(server)];
};
