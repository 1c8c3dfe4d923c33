import { reasonsEn } from '../../../../shared/texts/reasons-en.ts';

/** `reason` is the short label of a reason. */
export const en = {
  label: 'Email address',
  placeholder: 'name@example.com',
  hint: 'An answer costs 1 credit. No answer, no charge.',
  submit: 'Verify',
  suggestion: 'Did you mean {{email}}?',
  riskyCounts: 'A single check counts a risky address as invalid.',
  earlier: 'Earlier checks',
  again_one: 'Check again in about {{count, number}} minute.',
  again_other: 'Check again in about {{count, number}} minutes.',
  verdict: {
    deliverable: 'Valid',
    undeliverable: 'Invalid',
    risky: 'Risky',
    unknown: 'Unknown',
  },
  reason: reasonsEn,
} as const;
