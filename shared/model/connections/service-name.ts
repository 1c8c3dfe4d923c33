/** Services that customers send with, in the order in which pages show them. */
export const SERVICES = ['mailchimp', 'hubspot', 'brevo', 'klaviyo'] as const;
export type ServiceName = (typeof SERVICES)[number];

export const SERVICE_TITLES: Readonly<Record<ServiceName, string>> = {
  mailchimp: 'Mailchimp',
  hubspot: 'HubSpot',
  brevo: 'Brevo',
  klaviyo: 'Klaviyo',
};

/** Name of an account for people, such as `Mailchimp (Acme)`. */
export const nameServiceAccount = (service: ServiceName, account: string): string =>
  `${SERVICE_TITLES[service]} (${account})`;
