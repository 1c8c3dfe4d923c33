/** Services that customers send with, in the order in which pages show them. */
export const SERVICES = ['mailchimp', 'hubspot', 'brevo', 'klaviyo'] as const;
export type ServiceName = (typeof SERVICES)[number];

export const SERVICE_TITLES: Readonly<Record<ServiceName, string>> = {
  mailchimp: 'Mailchimp',
  hubspot: 'HubSpot',
  brevo: 'Brevo',
  klaviyo: 'Klaviyo',
};
