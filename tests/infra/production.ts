/** What production is described with. */
export const PRODUCTION = {
  kind: 'prod',
  domain: 'verify.tamis.test',
  account: '111111111111',
  region: 'eu-west-3',
  alarmEmail: 'ops@tamis.test',
  egress: { kind: 'off' },
  tax: 'stripe',
  links: {
    faq: 'https://help.tamis.test/faq',
    support: 'mailto:help@tamis.test',
    privacy: 'https://help.tamis.test/privacy',
  },
} as const;

/** Production by each egress that has alarms of its own, and so with all alarms. */
export const EVERYTHING = [
  { ...PRODUCTION, egress: { kind: 'hosts', count: 2 } },
  { ...PRODUCTION, egress: { kind: 'nat' } },
] as const;
