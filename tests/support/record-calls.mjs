import { appendFileSync } from 'node:fs';
import { ClientRequest } from 'node:http';

/**
 * Preloaded into functions (FUNCTION_NODE_OPTIONS=--import=…/record-calls.mjs?to=FILE): writes each
 * AWS call as a line of JSON to a file, which aws-calls.ts reads. It records requests as they leave
 * the process, whichever code made them.
 */

const file = new URL(import.meta.url).searchParams.get('to') ?? '';
const functionName = process.env['AWS_LAMBDA_FUNCTION_NAME'];
/** @type {WeakMap<ClientRequest, Buffer[]>} */
const bodies = new WeakMap();
const { write, end } = ClientRequest.prototype;

/**
 * @param {ClientRequest} request
 * @param {unknown} chunk
 */
function keep(request, chunk) {
  // Objects may be large, and the path suffices to identify the call.
  if (request.method === 'PUT') return;
  if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
  bodies.set(request, [...(bodies.get(request) ?? []), Buffer.from(chunk)]);
}

/** @param {ClientRequest} request */
function record(request) {
  const { method, path } = request;
  const signature = String(request.getHeader('authorization'));
  const [, service] = /Credential=[^/]+\/\d+\/[^/]+\/([^/]+)\//.exec(signature) ?? [];
  if (service === undefined) return;
  const target = request.getHeader('x-amz-target');
  const copySource = request.getHeader('x-amz-copy-source');
  const body = Buffer.concat(bodies.get(request) ?? []).toString();
  const call = { functionName, service, method, path, target, copySource, body };
  appendFileSync(file, `${JSON.stringify(call)}\n`);
}

ClientRequest.prototype.write = function (/** @type {any[]} */ ...args) {
  keep(this, args[0]);
  return Reflect.apply(write, this, args);
};
ClientRequest.prototype.end = function (/** @type {any[]} */ ...args) {
  keep(this, args[0]);
  record(this);
  return Reflect.apply(end, this, args);
};
