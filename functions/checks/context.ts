import type { CheckMessage } from '../../shared/messages/checks.ts';
import { freeAnswers, ledger } from '../credits/context.ts';
import { clock, db, env, ids, secrets, sender } from '../platform/context.ts';
import { createUserQueue } from '../platform/sqs/queue.ts';
import { createDomainReplyCounter } from './adapters/reply-counters.ts';
import { createCheckSlots } from './adapters/check-slots.ts';
import { createChecks } from './adapters/checks.ts';
import { DEFAULT_CHECKS_IN_FLIGHT } from './adapters/keys.ts';
import { createRemoteEngine } from './adapters/remote-engine.ts';
import { lambdaClient } from '../platform/clients.ts';
import { createReplyClassifier } from './adapters/reply-classifier.ts';
import { createVerdictMemory } from './adapters/verdict-memory.ts';
import type { Get } from '../platform/container.ts';

export const checks = (get: Get) =>
  createChecks(get(db), get(ledger), get(verdictMemory), get(freeAnswers), get(clock));
export const verdictMemory = (get: Get) => createVerdictMemory(get(db), get(secrets), get(clock));
/** Background checks share the queue with the tasks of lists, which occupy it only briefly. */
export const checkQueue = (get: Get) =>
  createUserQueue<CheckMessage>(get(sender), get(env).VERIFY_QUEUE_URL);
export const checkSlots = (get: Get) => {
  const { CHECKS_IN_FLIGHT = DEFAULT_CHECKS_IN_FLIGHT } = get(env);
  return createCheckSlots(get(db), get(clock), get(ids), CHECKS_IN_FLIGHT);
};
export const domainReplies = (get: Get) => createDomainReplyCounter(get(db));
export const engine = (get: Get) =>
  createRemoteEngine(get(lambdaClient), { name: get(env).ENGINE_FUNCTION, domainsOnly: false });
export const domainEngine = (get: Get) =>
  createRemoteEngine(get(lambdaClient), { name: get(env).ENGINE_FUNCTION, domainsOnly: true });
export const replyClassifier = () => createReplyClassifier();
