export const en = {
  signup: {
    lead: 'Start with {{count, number}} free credits.',
    submit: 'Create my account',
    language: 'Email language',
    agree: 'I accept the general conditions',
    haveAccount: 'Already have an account?',
    done: 'Registration received.',
  },
  captcha: {
    label: 'I am not a robot',
    working: 'Checking your browser…',
    done: 'Checked. Thank you.',
    failed: 'The check did not work. Tick the box to try again.',
  },
  otp: {
    title: 'Enter your code',
    lead: 'We sent a 4-digit code to {{email}}. It is valid for 10\u00a0minutes.',
    legend: '4-digit code',
    digit: 'Digit {{index}} of {{total}}',
    submit: 'Confirm',
    resend: 'Send a new code',
    resent: 'We sent you a new code.',
    otherAddress: 'Use another email address',
  },
} as const;
