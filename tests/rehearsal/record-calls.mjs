import { appendFileSync } from 'node:fs';
import { LambdaClient } from '@aws-sdk/client-lambda';

/**
 * Preloaded into a rehearsal and its child processes (NODE_OPTIONS=--import=…/record-calls.mjs):
 * appends each call of an AWS API to the file in TAMIS_AWS_CALLS, as `service:Operation`. Records
 * the SDK with a middleware, and the calls of infra/stage/call-aws.ts by their header. The CDK
 * bundles its own SDK, and uses the roles of its bootstrap stack.
 */
function record(service, operation) {
  const file = process.env['TAMIS_AWS_CALLS'];
  if (file) appendFileSync(file, `${service}:${operation}\n`);
}

/** The class from which all clients inherit. */
const { prototype } = Object.getPrototypeOf(LambdaClient);
const { send } = prototype;
const recorded = new WeakSet();

prototype.send = function sendRecorded(...args) {
  if (!recorded.has(this.middlewareStack)) {
    recorded.add(this.middlewareStack);
    const recordCall =
      (next, { clientName = '', commandName = '' }) =>
      (call) => {
        const service = clientName.replace(/(Document)?Client$/, '').toLowerCase();
        record(service, commandName.replace(/Command$/, ''));
        return next(call);
      };
    this.middlewareStack.add(recordCall, { step: 'initialize', name: 'recordCalls' });
  }
  return send.apply(this, args);
};

const SERVICES = { AmazonSSM: 'ssm', AWSEvents: 'events', AWSWAF_20190729: 'wafv2' };
const { fetch } = globalThis;
globalThis.fetch = (url, options) => {
  const target = options?.headers?.['x-amz-target'];
  if (target) {
    const [service, operation] = target.split('.');
    record(SERVICES[service] ?? service, operation);
  }
  return fetch(url, options);
};
