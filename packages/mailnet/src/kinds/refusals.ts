import { type Kind, type Reason, type Refusal, type Variant, own } from './kind.ts';
import { postfix } from './software.ts';

type Refused = readonly [stage: Refusal['stage'], reply: string];

/** Domains whose servers refuse everybody for the same reason. */
export const refusing = (
  reason: Reason,
  [first, ...others]: readonly [Refused, ...Refused[]],
  more: Pick<Refusal, 'undecidable'> = {},
): Kind['variants'] => {
  const server = ([stage, reply]: Refused): Variant =>
    own({ ...postfix, refusal: { stage, reply, reason, ...more } });
  return [server(first), ...others.map(server)];
};
