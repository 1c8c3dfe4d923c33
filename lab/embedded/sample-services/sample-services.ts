import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FakeService } from '../../fake-services/src/fake-service.ts';
import type { Faults } from '../../fake-services/src/faults.ts';
import { addresses } from '../../../packages/mailnet/src/index.ts';
import type { ServiceName } from '../../../shared/model/connections/service-name.ts';

/** Seed of the simulated mail internet. The samples and the documentation depend on it. */
export const SAMPLE_SEED = 1;

/** Keys that the fakes of `npm start` accept. */
export const SAMPLE_KEYS: Readonly<Record<ServiceName, string>> = {
  mailchimp: '0123456789abcdef0123456789abcdef-us6',
  hubspot: 'pat-local',
  brevo: 'xkeysib-local',
  klaviyo: 'pk_local',
  mailerlite: 'mailerlite-local',
};

type Handler = (message: IncomingMessage, response: ServerResponse) => boolean;

const SAMPLE_CONTACTS = 5000;
/** Size of a second list of Mailchimp, which the credits of a new account can pay for. */
const SMALL_LIST = 20;

/**
 * Creates a fake of each service.
 * @param size contacts in the main audience of each
 */
export async function createSampleFakes(
  size: number,
  emailAt: (index: number) => string,
): Promise<Readonly<Record<ServiceName, FakeService & { readonly faults: Faults }>>> {
  const [mailchimp, hubspot, brevo, klaviyo, mailerlite] = await Promise.all([
    import('../../fake-services/src/mailchimp/fake-mailchimp.ts'),
    import('../../fake-services/src/hubspot/fake-hubspot.ts'),
    import('../../fake-services/src/brevo/fake-brevo.ts'),
    import('../../fake-services/src/klaviyo/fake-klaviyo.ts'),
    import('../../fake-services/src/mailerlite/fake-mailerlite.ts'),
  ]);
  const keys = SAMPLE_KEYS;
  const fakeMailchimp = mailchimp.createFakeMailchimp({ key: keys.mailchimp });
  fakeMailchimp.account.addList(size, emailAt);
  fakeMailchimp.account.addList(SMALL_LIST, emailAt);
  const fakeBrevo = brevo.createFakeBrevo({ key: keys.brevo });
  fakeBrevo.account.addList(size, emailAt);
  return {
    mailchimp: fakeMailchimp,
    hubspot: hubspot.createFakeHubspot({ token: keys.hubspot, contacts: size, emailAt }),
    brevo: fakeBrevo,
    klaviyo: klaviyo.createFakeKlaviyo({ apiKey: keys.klaviyo, profiles: size, emailAt }),
    mailerlite: mailerlite.createFakeMailerlite({
      token: keys.mailerlite,
      subscribers: size,
      emailAt,
    }),
  };
}

/** Loads the fakes at the first request, because their validators take a while to compile. */
async function createSampleHandler(): Promise<Handler> {
  const { createServicesHandler } = await import('../../fake-services/src/serve.ts');
  const sample = [...addresses(SAMPLE_SEED, SAMPLE_CONTACTS)];
  const emailAt = (index: number): string => sample[index] ?? `contact-${index}@example.com`;
  return createServicesHandler(Object.values(await createSampleFakes(SAMPLE_CONTACTS, emailAt)));
}

/** Returns false for requests that are not for a service. */
export function createSampleServices(): Handler {
  let handler: Promise<Handler> | undefined;
  return (message, response) => {
    if (!message.url?.startsWith('/services/')) return false;
    handler ??= createSampleHandler();
    handler
      .then((handle) => handle(message, response) || response.writeHead(404).end())
      .catch((error: unknown) => {
        console.error('services:', error);
        response.writeHead(500).end();
      });
    return true;
  };
}
