export const en = {
  recheck: {
    ask_one: 'Recheck {{count, number}} unknown',
    ask_other: 'Recheck {{count, number}} unknowns',
    price_one: 'At most {{count, number}} credit. Best after a few days.',
    price_other:
      'At most {{count, number}} credits; you pay only for clear results. Best after a few days.',
    missing_one: 'You need {{count, number}} more credit.',
    missing_other: 'You need {{count, number}} more credits.',
    running_one: 'Rechecking {{count, number}} address: {{answered, number}} answered so far',
    running_other: 'Rechecking {{count, number}} addresses: {{answered, number}} answered so far',
    waits_one: 'Waiting for {{count, number}} credit.',
    waits_other: 'Waiting for {{count, number}} credits.',
    ended_other:
      'Last recheck: {{answered, number}} of {{count, number}} answered. Credits used: {{credits, number}}.',
    canceled: 'The last recheck was canceled. It cost nothing.',
  },
  corrections: {
    ask_one: 'Check {{count, number}} suggested spelling',
    ask_other: 'Check {{count, number}} suggested spellings',
    price_one: 'At most {{count, number}} credit; free if unknown.',
    price_other: 'At most {{count, number}} credits; free if unknown.',
    running_one: 'Checking {{count, number}} spelling: {{valid, number}} valid so far',
    running_other: 'Checking {{count, number}} spellings: {{valid, number}} valid so far',
    ended_one:
      '{{valid, number}} of {{count, number}} correction is valid. Credits used: {{credits, number}}.',
    ended_other:
      '{{valid, number}} of {{count, number}} corrections are valid. Credits used: {{credits, number}}.',
    canceled: 'The check of the spellings was canceled. It cost nothing.',
  },
} as const;
