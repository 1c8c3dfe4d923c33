import type { VerdictStatus } from '../../shared/model/verdict.ts';
import type { TextKey } from '../../shared/texts/text.ts';

/** The sentence of a single check, which knows two results and a missing one: risky is invalid. */
export function sentenceOf(status: VerdictStatus, charged: boolean): TextKey {
  switch (status) {
    case 'deliverable':
      return 'check.valid';
    case 'undeliverable':
    case 'risky':
      return 'check.invalid';
    case 'unknown':
      return charged ? 'check.unknown' : 'check.unknown_free';
  }
}
