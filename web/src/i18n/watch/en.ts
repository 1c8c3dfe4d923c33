/** Texts of the dialog that starts or changes a watch. */
export const en = {
  title: 'Watch this list',
  text: 'We recheck only what may have changed, and email you when something has.',
  rule: 'What is rechecked, and when',
  ruleText:
    'After 30\u00a0days: accepted addresses (90 at providers such as Gmail). After 90: those of accept-all domains. After 180: invalid ones. Every time: unknowns.',
  every: 'Recheck',
  costs:
    'Credits in the first year: usually about {{usual}}, at most {{most, number}}. You pay only for clear results.',
  most: 'Credit limit per recheck',
  mostHint:
    'A recheck now takes at most {{credits, number}}. If one could exceed this limit or your balance, we stop watching and email you.',
  contacts:
    'Each recheck first reads the contacts at {{service}}. New ones are verified for one credit each and added to this list; those that left are not rechecked. The limit covers all of it.',
  apply: 'After each recheck, also change contacts at {{service}}',
  applyEnds:
    'Contacts will no longer be changed after each recheck, because only an administrator can agree to that.',
  changes: '{{verdict}}: {{what}}',
  action: { mark: 'mark', field: 'fill in the field', unsubscribe: 'mark as unsubscribed' },
  confirm: 'Watch',
  few: 'You have {{credits, number}} credits. Watching stops if a recheck could need more.',
} as const;
