export const en = {
  forgot: {
    title: 'Forgotten password',
    lead: 'Enter your email to get a link for a new password.',
    submit: 'Send the link',
    done: 'If this address has an account, an email is on its way.',
    sent: 'If {{email}} has an account, a link is on its way. It is valid for 30\u00a0minutes.',
    back: 'Back to login',
  },
  newPassword: {
    title: 'Choose a new password',
    lead: 'For the account of {{email}}.',
    submit: 'Save the password',
    noLink: 'Use the full link from our email: a part of it is missing.',
    again: 'Send me a new link',
  },
} as const;
