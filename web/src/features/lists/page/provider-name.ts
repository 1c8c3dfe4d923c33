/** Names of companies for which capitalizing the id is not enough. */
const NAMES: Readonly<Record<string, string>> = {
  mailru: 'Mail.ru',
  gmx: 'GMX',
  't-online': 'T-Online',
  qq: 'QQ',
  netease: 'NetEase',
  docomo: 'NTT Docomo',
  kddi: 'KDDI',
  softbank: 'SoftBank',
  sfr: 'SFR',
  laposte: 'La Poste',
  ovh: 'OVHcloud',
  ionos: 'IONOS',
  godaddy: 'GoDaddy',
  telecomitalia: 'Telecom Italia',
  wp: 'WP',
  kpn: 'KPN',
  uol: 'UOL',
  att: 'AT&T',
  trendmicro: 'Trend Micro',
  messagelabs: 'MessageLabs',
  spamexperts: 'SpamExperts',
  hornet: 'Hornetsecurity',
  mailspamprotection: 'SiteGround',
};

/** @param id provider id in verdicts, such as `google` */
export const formatProviderName = (id: string): string =>
  NAMES[id] ?? id.charAt(0).toUpperCase() + id.slice(1);
