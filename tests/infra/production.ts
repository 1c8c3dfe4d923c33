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

/** Production with egress addresses, and so with all alarms. */
export const EVERYTHING = {
  ...PRODUCTION,
  egress: { kind: 'nat' },
  settings: {
    SMTP_EGRESS: 'socks5://10.0.0.10:1080#mta1.x.test,socks5://10.0.1.10:1080#mta2.x.test',
  },
} as const;
