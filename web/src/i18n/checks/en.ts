export const en = {
  label: 'Email address',
  placeholder: 'name@example.com',
  hint: 'An answer costs 1 credit. No answer, no charge.',
  submit: 'Verify',
} as const;
