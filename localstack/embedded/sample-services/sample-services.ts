import type { IncomingMessage, ServerResponse } from 'node:http';
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
};

const SAMPLE_CONTACTS = 5000;
/** Size of a second list of Mailchimp, which the credits of a new account can pay for. */
const SMALL_LIST = 20;

type Handler = (message: IncomingMessage, response: ServerResponse) => boolean;

/** Loads the fakes, whose validators take a while, with the first request. */
async function createSampleHandler(): Promise<Handler> {
  const [{ createFakeBrevo }, { createFakeHubspot }, { createFakeKlaviyo }, mailchimp, serve] =
    await Promise.all([
      import('../../../packages/fake-services/src/brevo/fake-brevo.ts'),
      import('../../../packages/fake-services/src/hubspot/fake-hubspot.ts'),
      import('../../../packages/fake-services/src/klaviyo/fake-klaviyo.ts'),
      import('../../../packages/fake-services/src/mailchimp/fake-mailchimp.ts'),
      import('../../../packages/fake-services/src/serve.ts'),
    ]);
  const sample = [...addresses(SAMPLE_SEED, SAMPLE_CONTACTS)];
  const emailAt = (index: number): string => sample[index] ?? `contact-${index}@example.com`;
  const { mailchimp: mailchimpKey, hubspot, brevo, klaviyo } = SAMPLE_KEYS;
  const fakeMailchimp = mailchimp.createFakeMailchimp({ key: mailchimpKey });
  fakeMailchimp.account.addList(SAMPLE_CONTACTS, emailAt);
  fakeMailchimp.account.addList(SMALL_LIST, emailAt);
  const fakeBrevo = createFakeBrevo({ key: brevo });
  fakeBrevo.account.addList(SAMPLE_CONTACTS, emailAt);
  return serve.createServicesHandler([
    fakeMailchimp,
    fakeBrevo,
    createFakeHubspot({ token: hubspot, contacts: SAMPLE_CONTACTS, emailAt }),
    createFakeKlaviyo({ apiKey: klaviyo, profiles: SAMPLE_CONTACTS, emailAt }),
  ]);
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
