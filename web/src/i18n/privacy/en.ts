export const en = {
  export: {
    title: 'Your data',
    text: 'Get everything we know about you: profile, lists, payments and credits. We send you a link by email within minutes.',
    submit: 'Export my data',
    done: 'We are preparing your data. You will get an email.',
  },
  leave: {
    title: 'Leave the account',
    text: 'You lose your access to {{account}}. Your login stays.',
    submit: 'Leave the account',
    question: 'Leave {{account}}?',
    warning: 'To return, you need a new invitation.',
    done: 'You are no longer a member of {{account}}.',
  },
  delete: {
    title: 'Delete the account',
    text: 'Your lists, their results and your API key are deleted for good. We keep invoices as long as the law requires.',
    submit: 'Delete my account',
    question: 'Delete your account?',
    warning:
      'This cannot be undone. You lose all lists and their results, including those being verified.',
    credits_one: 'You lose {{count, number}} credit.',
    credits_other: 'You lose {{count, number}} credits.',
    subscription: 'Your subscription ends today.',
    confirm: 'Delete my account for good',
    done: 'Your account is deleted.',
  },
} as const;
