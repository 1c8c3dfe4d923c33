export const en = {
  title: 'General conditions',
  lead: 'Please read and accept the general conditions to go on.',
  declaration: 'By accepting them you declare that you act for your business.',
  read: 'Read them',
  authority: 'The French version is the authority; this text is its translation.',
  accept: 'I accept',
  home: 'To the app',
  blank: 'to be completed',
  blanks: {
    company: 'company name',
    legalForm: 'legal form and capital',
    office: 'registered office',
    registration: 'registration number',
    contact: 'contact address',
    complaintDays: 'number',
    mediator: 'mediator',
  },
} as const;
