/** Services that customers send with, in the order in which pages show them. */
export const SERVICES = ['mailchimp', 'hubspot', 'brevo', 'klaviyo', 'mailerlite'] as const;
export type ServiceName = (typeof SERVICES)[number];

export const SERVICE_TITLES: Readonly<Record<ServiceName, string>> = {
  mailchimp: 'Mailchimp',
  hubspot: 'HubSpot',
  brevo: 'Brevo',
  klaviyo: 'Klaviyo',
  mailerlite: 'MailerLite',
};

/** Name of the field that contains our status. Some services restrict field names. */
export const SERVICE_FIELDS: Readonly<Record<ServiceName, string>> = {
  mailchimp: 'TAMIS',
  hubspot: 'tamis_status',
  brevo: 'TAMIS_STATUS',
  klaviyo: 'TAMIS_STATUS',
  mailerlite: 'tamis_status',
};

/** Returns a display name for an account, such as `Mailchimp (Acme)`. */
export const nameServiceAccount = (service: ServiceName, account: string): string =>
  `${SERVICE_TITLES[service]} (${account})`;

/** Permissions that a key or a login at HubSpot needs. */
export const HUBSPOT_SCOPES = [
  'communication_preferences.write',
  'crm.lists.read',
  'crm.lists.write',
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.schemas.contacts.write',
] as const;
