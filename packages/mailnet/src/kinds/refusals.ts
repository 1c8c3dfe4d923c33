import { type Kind, type Reason, type Refusal, type Variant, dedicatedServer } from './kind.ts';
import { postfix } from './software.ts';

type RefusalTemplate = readonly [stage: Refusal['stage'], reply: string];

export const rejectAll = (
  reason: Reason,
  [first, ...others]: readonly [RefusalTemplate, ...RefusalTemplate[]],
  more: Pick<Refusal, 'undecidable'> = {},
): Kind['variants'] => {
  const server = ([stage, reply]: RefusalTemplate): Variant =>
    dedicatedServer({ ...postfix, refusal: { stage, reply, reason, ...more } });
  return [server(first), ...others.map(server)];
};
