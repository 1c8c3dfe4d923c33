export const en = {
  lead: 'Please read and accept the general conditions to continue.',
  declaration: 'By accepting, you declare that you act for your business.',
  read: 'Read the terms',
  authority: 'The French version prevails; this text is its translation.',
  accept: 'I accept',
  home: 'Go to the app',
  toBeCompleted: 'to be completed',
  placeholders: {
    company: 'company name',
    legalForm: 'legal form and capital',
    office: 'registered office',
    registration: 'registration number',
    contact: 'contact address',
    complaintDays: 'number',
  },
} as const;
