import type { ConnectionMessage } from '../../shared/messages/connections.ts';
import type { Get } from '../platform/container.ts';
import { backoff, clock, db, env, ids, log, secrets, sender } from '../platform/context.ts';
import { secretsClient } from '../platform/clients.ts';
import { createSecretText } from '../platform/secrets/secret-text.ts';
import { createUserQueue } from '../platform/sqs/queue.ts';
import type { ServiceName } from '../../shared/model/connections/service-name.ts';
import type { Service } from './rules/service.ts';
import { brevo } from './services/brevo.ts';
import { hubspot } from './services/hubspot.ts';
import { klaviyo } from './services/klaviyo.ts';
import { mailchimp } from './services/mailchimp.ts';
import { mailerlite } from './services/mailerlite.ts';
import { createServiceCalls } from './adapters/call-service.ts';
import { createConnections } from './adapters/connections.ts';
import { applyJobKey, bounceReadKey, importKey } from './adapters/keys.ts';
import { createServiceLogins } from './adapters/service-logins.ts';
import { createWorkStore } from './adapters/work-store.ts';
import { storedApplyJob } from './rules/apply-job.ts';
import { storedBounceRead } from './rules/bounce-read.ts';
import { storedImport } from './rules/import.ts';

export const connections = (get: Get) =>
  createConnections(get(db), get(secrets), get(ids), get(serviceLogins));
export const applyJobs = (get: Get) =>
  createWorkStore(get(db), storedApplyJob, applyJobKey, ({ jobId }) => jobId);
export const bounceReads = (get: Get) =>
  createWorkStore(get(db), storedBounceRead, bounceReadKey, ({ connectionId }) => connectionId);
export const imports = (get: Get) =>
  createWorkStore(get(db), storedImport, importKey, ({ importId }) => importId);
export const connectionsQueue = (get: Get) =>
  createUserQueue<ConnectionMessage>(get(sender), get(env).CONNECTIONS_QUEUE_URL);
export const serviceCalls = (get: Get) =>
  createServiceCalls({
    clock: get(clock),
    sleep: get(backoff).sleep,
    random: get(backoff).random,
    fakeOrigin: get(env).SERVICES_ORIGIN,
  });
export const services = (): Readonly<Record<ServiceName, Service>> => ({
  brevo,
  hubspot,
  klaviyo,
  mailchimp,
  mailerlite,
});
export const serviceLogins = (get: Get) => {
  const { OAUTH_CLIENTS, OAUTH_SECRET_ID, PUBLIC_ORIGIN } = get(env);
  return createServiceLogins({
    clients: OAUTH_CLIENTS,
    secret: OAUTH_SECRET_ID ? createSecretText(get(secretsClient), OAUTH_SECRET_ID) : undefined,
    calls: get(serviceCalls),
    publicOrigin: PUBLIC_ORIGIN,
    clock: get(clock),
    log: get(log),
  });
};
