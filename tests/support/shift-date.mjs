import { OutgoingMessage } from 'node:http';

/**
 * Preloaded into processes and threads (NODE_OPTIONS=--import=…/shift-date.mjs): moves JavaScript's
 * wall clock to TAMIS_TEST_NOW, from where it continues to run. Child processes and threads inherit
 * the offset, so that all read the same time.
 */
const RealDate = Date;
const { now } = RealDate;
const { env } = process;
env['TAMIS_CLOCK_OFFSET_MS'] ??= String(RealDate.parse(env['TAMIS_TEST_NOW'] ?? '') - now());
const offsetMs = Number(env['TAMIS_CLOCK_OFFSET_MS']);
if (Number.isNaN(offsetMs)) throw new Error('TAMIS_TEST_NOW is not a date');

RealDate.now = () => now() + offsetMs;
globalThis.Date = RealDate.prototype.constructor = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [target.now()] : given, newTarget),
  apply: (target) => new target(target.now()).toString(),
});

// Servers omit the Date header, in which Node sends the time of the machine: the AWS SDK would
// correct its clock.
Object.defineProperty(OutgoingMessage.prototype, 'sendDate', { get: () => false, set() {} });
