export const PRODUCTION_CONFIG = {
  kind: 'prod',
  domain: 'verify.tamis.test',
  account: '111111111111',
  region: 'eu-west-3',
  alarmEmail: 'ops@tamis.test',
  egress: { kind: 'off' },
  tax: 'stripe',
  seller: {
    company: 'Tamis SAS',
    legalForm: 'SAS au capital de 10 000 €',
    office: '1 rue du Test, 75001 Paris',
    registration: 'RCS Paris 123 456 789',
    vatNumber: 'FR32123456789',
    contact: 'privacy@tamis.test',
    complaintDays: 30,
  },
  links: {
    faq: 'https://help.tamis.test/faq',
    support: 'mailto:help@tamis.test',
    privacy: 'https://help.tamis.test/privacy',
  },
} as const;

/** Production with egress hosts, so that the alarms about hosts exist, too. */
export const PRODUCTION_CONFIG_WITH_HOSTS = {
  ...PRODUCTION_CONFIG,
  egress: { kind: 'hosts', count: 2 },
} as const;

/** Production with all alarms. */
export const PRODUCTION_CONFIG_WITH_BACKUP = {
  ...PRODUCTION_CONFIG_WITH_HOSTS,
  backup: 'arn:aws:backup:eu-central-1:222222222222:backup-vault:copies',
} as const;

/** Production with every option that adds resources or settings. */
export const LARGEST_CONFIG = {
  ...PRODUCTION_CONFIG_WITH_BACKUP,
  egress: { kind: 'hosts', count: 16 },
  hostedZoneId: 'Z0123456789ABCDEFGHIJ',
  settings: {
    OAUTH_CLIENTS: 'mailchimp=123456789012,hubspot=11111111-2222-3333-4444-555555555555',
  },
} as const;
