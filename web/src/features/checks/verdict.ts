import type { OutputOf } from '../../../../shared/contract/route.ts';
import type { checkRoutes } from '../../../../shared/contract/checks.ts';

export type CheckResponse = OutputOf<typeof checkRoutes.checkEmail>;
export type Verdict = CheckResponse['result'];

export const factsOf = ({
  flags,
  reason,
}: Pick<Verdict, 'reason'> & { flags: Partial<Verdict['flags']> }) =>
  (Object.keys(flags) as (keyof typeof flags)[]).filter((fact) => flags[fact] && fact !== reason);

/** Returns the meaning of an SMTP reply, by the first digit of its code (RFC 5321 §4.2.1). */
export function classifyReplyCode(
  code: number | undefined,
): 'none' | 'accepted' | 'later' | 'refused' {
  if (code === undefined) return 'none';
  if (code < 400) return 'accepted';
  return code < 500 ? 'later' : 'refused';
}
