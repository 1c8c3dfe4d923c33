export const en = {
  lead: 'We check the addresses in your forms as visitors type: we suggest a correction for a typo and flag an address that receives no mail. Nothing is refused unless you ask for it, and if we cannot be reached, your form works as before.',
  empty: 'No form is protected yet. Name your site, and copy one line into your page.',
  samples: 'Examples to try:',
  tryFree: 'This is what your visitors see. Nothing is sent or charged here.',
  unpaid:
    'Forms check real addresses from your first purchase on. Until then, only the test key works.',
  prices: 'See the prices',
  failed: 'Your forms could not be loaded.',
  most: 'An account has at most {{count, number}} forms.',
  create: 'Protect a form',
  change: 'Edit',
  save: 'Save',
  name: 'Name',
  nameHint: 'Such as “Newsletter”.',
  origins: 'Sites',
  originsHint:
    'Such as {{site}}, separated by spaces; {{trial}} for trials. Other sites cannot use the key.',
  daily: 'Daily credit limit',
  dailyHint:
    'Only a ceiling: nothing is set aside, and each mailbox checked costs a credit. Days are in UTC. We email you when the limit is reached.',
  delete: 'Delete',
  deleteNamed: 'Delete: {{name}}',
  deleteQuestion: 'Delete “{{name}}”?',
  deleteText: 'Its keys stop working at once. Pages with its script work on, without checks.',
  deleted: 'The form is deleted.',
  page: 'In your page',
  pageText:
    'Checks every email field of the page. With {{attribute}}, the browser refuses such addresses.',
  testText: 'With this key, it answers for the sandbox addresses only, free of charge:',
  server: 'On your server (optional)',
  serverText:
    'A checked address comes with the field tamis_token, which proves the answer for an hour. Keep the secret on your server.',
  showSecret: 'Show the secret',
  tryIt: 'Try it',
  tryTitle: 'Try “{{name}}”',
  tryText: 'This is what your visitors see. An answer about a mailbox costs a credit.',
  tryUnpaid:
    'This is what your visitors see. Until your first purchase, only sandbox addresses have an answer, such as undeliverable@sandbox.test.',
  tryField: 'Email address',
  week: 'In the last seven days',
  asked: 'Mailboxes checked',
  suggested: 'Typos caught',
  undeliverable: 'Invalid',
  disposable: 'Disposable',
  over_bound:
    'Addresses that passed without a mailbox check, as your limit was reached: {{count, number}}.',
  unanswered:
    'Addresses that passed without an answer, for lack of credits, over a rate limit or in an outage: {{count, number}}.',
  wrong_origin: 'Refused calls from other sites: {{count, number}}.',
} as const;
