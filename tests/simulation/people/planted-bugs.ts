import { cancel, pause } from '../../../functions/lists/rules/transitions.ts';
import { userKey } from '../../../functions/access/adapters/keys.ts';
import { updateExpression, where } from '../../../functions/platform/dynamo/expression.ts';
import type { AllDeps } from '../../support/compose.ts';
import type { InjectedBug } from '../cloud.ts';

const withoutLimit =
  (unlimited: string) =>
  ({ limits }: AllDeps): Partial<AllDeps> => ({
    limits: {
      ...limits,
      consume: async (name, ...given) =>
        name === unlimited ? { allowed: true } : limits.consume(name, ...given),
    },
  });

const NO_ANSWERS = { answered: 0, refused: 0 };

/** Bugs in limits and refunds that the customers in this folder attack or rely on. */
export const PEOPLE_BUGS: Readonly<Record<string, InjectedBug & { readonly seed: number }>> = {
  'the answers of a deleted recheck are free': {
    seed: 15,
    deps: ({ lists }) => ({
      lists: {
        ...lists,
        delete: (list, now) => lists.delete(list.recheckOf ? { ...list, charged: 0 } : list, now),
      },
    }),
  },

  'the bounces of a day are reported again': {
    seed: 7,
    deps: ({ bounceReads }) => ({
      bounceReads: { ...bounceReads, add: (next) => bounceReads.add({ ...next, known: [] }) },
    }),
  },

  'a removed member stays in the account': {
    seed: 7,
    deps: ({ db, memberships }) => ({
      memberships: {
        ...memberships,
        async remove(_, id) {
          const write = updateExpression({ joined: undefined });
          return (await db.update(userKey(id), write, where({ id }))) !== undefined;
        },
      },
    }),
  },

  'the sessions of a former owner survive a transfer': {
    seed: 4,
    deps: ({ accounts, sessions }) => ({
      accounts: {
        ...accounts,
        async get(id) {
          const user = await accounts.get(id);
          return user && { ...user, sessionsEnded: undefined };
        },
      },
      sessions: { ...sessions, deleteAll: async () => undefined },
    }),
  },

  'a domain gets any number of gifts': { seed: 2, deps: withoutLimit('gift_domain') },

  'lists get any number of free answers': {
    seed: 2,
    deps: ({ freeAnswers }) => ({
      freeAnswers: { ...freeAnswers, read: async () => ({ used: 0, limit: 1e9, charged: 0 }) },
    }),
  },

  'a recheck gets any number of free answers': {
    seed: 2,
    deps: ({ lists }) => ({
      lists: {
        ...lists,
        reserve: (list, transition, answersWrites) =>
          list.recheckOf && transition
            ? lists.reserve(
                list,
                { ...transition, to: { ...transition.to, freeAnswers: undefined } },
                [],
              )
            : lists.reserve(list, transition, answersWrites),
      },
    }),
  },

  'single checks get any number of free answers': {
    seed: 2,
    deps: ({ checks }) => ({
      checks: {
        ...checks,
        begin: (check, email, now) => checks.begin({ ...check, answerDay: undefined }, email, now),
      },
    }),
  },

  'each report has its own limit of examinations': {
    seed: 2,
    deps: ({ claims }) => ({ claims: { ...claims, find: async () => new Map() } }),
  },

  'refused guesses are not counted': {
    seed: 2,
    deps: ({ domainReplies }) => ({
      domainReplies: { ...domainReplies, add: async () => NO_ANSWERS },
    }),
  },

  'counted guesses are ignored': {
    seed: 3,
    deps: ({ domainReplies }) => ({
      domainReplies: { ...domainReplies, get: async () => NO_ANSWERS },
    }),
  },

  'a customer who paid is limited like a free account': {
    seed: 4,
    deps: ({ accounts }) => ({
      accounts: {
        ...accounts,
        async get(id) {
          const user = await accounts.get(id);
          return user && { ...user, paid: false };
        },
      },
    }),
  },

  'the check of a watched list waits for credits': {
    seed: 6,
    deps: ({ clock, lists }) => ({
      lists: {
        ...lists,
        async reserve(list, transition) {
          const outcome = await lists.reserve(list, transition);
          if (outcome !== 'insufficient' || !list.recheckOf?.span) return outcome;
          await lists.update(list, pause(list, 'insufficient_credit', clock.now()));
          return undefined;
        },
      },
    }),
  },

  'a big list is canceled': {
    seed: 2,
    deps: ({ clock, lists }) => ({
      lists: {
        ...lists,
        reserve: (list, transition) =>
          list.total > 500
            ? lists.update(list, cancel(list, 'operator', clock.now()))
            : lists.reserve(list, transition),
      },
    }),
  },

  'a form ignores its daily limit': {
    seed: 16,
    deps: ({ forms }) => ({
      forms: {
        ...forms,
        count: (userId, formId, now, increments) => forms.count(userId, formId, now, increments),
      },
    }),
  },

  'all forms share a low daily limit': {
    seed: 20,
    deps: ({ forms }) => ({
      forms: {
        ...forms,
        count: (userId, formId, now, increments, limit) =>
          forms.count(userId, formId, now, increments, limit && Math.min(limit, 10)),
      },
    }),
  },
};
