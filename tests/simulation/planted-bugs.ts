import type { Engine } from '../../functions/checks/adapters/engine.ts';
import type { AwsCallHandler } from '../support/aws-client.ts';
import type { InjectedBug } from './cloud.ts';
import { PEOPLE_BUGS } from './people/planted-bugs.ts';

/** Wraps the table so that it ignores conditions on items whose sort key matches. */
const withoutCondition =
  (sortKey: RegExp) =>
  (respond: AwsCallHandler): AwsCallHandler =>
  (command, input: { readonly TransactItems?: readonly Record<string, object>[] }) => {
    const matchesKey = ({ Item }: { readonly Item?: { readonly SK?: unknown } }) =>
      sortKey.test(String(Item?.SK));
    const TransactItems = input.TransactItems?.map((each) =>
      each['Put'] && matchesKey(each['Put'])
        ? { Put: { ...each['Put'], ConditionExpression: undefined } }
        : each,
    );
    return respond(command, { ...input, ...(TransactItems && { TransactItems }) } as never);
  };

const swapped = (text: string): string => text.replace(/([^\n]+\n)([^\n]+\n)$/, '$2$1');

interface PlantedBug extends InjectedBug {
  readonly seed: number;
}

/**
 * Realistic bugs, planted by wrapping parts of the product or its fakes. The simulation must find
 * each of them: a check that cannot fail is worthless.
 */
export const PLANTED_BUGS: Readonly<Record<string, PlantedBug>> = {
  ...PEOPLE_BUGS,

  'a task that is delivered twice is counted twice': { seed: 1, table: withoutCondition(/^TASK#/) },

  'an email is sent before it is recorded': {
    seed: 1,
    deps({ mailJournal, mailer }) {
      const reserved: string[] = [];
      return {
        mailJournal: {
          ...mailJournal,
          async reserve(id) {
            if (await mailJournal.has(id)) return false;
            reserved.push(id);
            return true;
          },
        },
        mailer: {
          async send(mail) {
            const outcome = await mailer.send(mail);
            for (const id of reserved.splice(0)) await mailJournal.reserve(id);
            return outcome;
          },
        },
      };
    },
  },

  'undelivered events are not reconciled': {
    seed: 2,
    deps: ({ stripe }) => ({ stripe: { ...stripe, async *listEvents() {} } }),
  },

  'a completed task forgets a child': {
    seed: 1,
    deps: ({ tasks }) => ({
      tasks: {
        ...tasks,
        complete: (list, completion, tally) =>
          tasks.complete(list, { ...completion, children: completion.children.slice(1) }, tally),
      },
    }),
  },

  'a recheck charges the addresses that stay unknown': {
    seed: 2,
    deps: ({ tasks }) => ({
      tasks: {
        ...tasks,
        complete: (list, completion, counts) =>
          tasks.complete(
            list,
            completion,
            list.recheckOf ? { ...counts, charged: counts.processed } : counts,
          ),
      },
    }),
  },

  'the id of an email contains the attempt': {
    seed: 1,
    deps: ({ mailQueue, ids }) => ({
      mailQueue: {
        send: (message) => mailQueue.send({ ...message, id: `${message.id}:${ids.token(4)}` }),
      },
    }),
  },

  'an applied event is dispatched forever': {
    seed: 1,
    deps: ({ billingQueue, stripeEventStore }) => ({
      stripeEventStore: {
        ...stripeEventStore,
        async findWaiting(eventId) {
          const event = await stripeEventStore.findWaiting(eventId);
          if (!event) await billingQueue.send({ kind: 'stripe_event', v: 1, eventId });
          return event;
        },
      },
    }),
  },

  'the id of a grant contains the attempt': {
    seed: 3,
    deps: ({ ledger, ids }) => ({
      ledger: {
        ...ledger,
        grant: (userId, given, extraWrites) =>
          ledger.grant(
            userId,
            { ...given, source: `${given.source}:${ids.token(4)}` },
            extraWrites,
          ),
      },
    }),
  },

  'the credits of a deleted list stay reserved': {
    seed: 3,
    deps: ({ lists }) => ({
      lists: { ...lists, delete: (list, now) => lists.delete({ ...list, reserved: 0 }, now) },
    }),
  },

  'the last rows of a result are swapped': {
    seed: 1,
    deps: ({ blobs }) => ({
      blobs: {
        ...blobs,
        async write(key, chunks) {
          // Other objects under this prefix are not text.
          if (!/^results\/.*\.csv$/.test(key)) return blobs.write(key, chunks);
          const text = Buffer.concat(
            await Array.fromAsync(chunks, (each) => Uint8Array.from(each)),
          ).toString();
          await blobs.write(key, [Buffer.from(swapped(text))]);
        },
      },
    }),
  },

  'reports of one customer block a provider for everyone': {
    seed: 22,
    facts: (facts) => ({
      ...facts,
      putProvider(key, { reports = [], ...fact }, ttlSeconds) {
        const reattributed = reports.map((report) => ({ ...report, customer: report.domain }));
        return facts.putProvider(key, { ...fact, reports: reattributed }, ttlSeconds);
      },
    }),
  },

  'an event is deleted before its deliveries are added': {
    seed: 900010,
    deps: ({ deliveries }) => ({
      deliveries: {
        ...deliveries,
        async add(userId, added, extraWrites = []) {
          if (extraWrites.length > 0) await deliveries.add(userId, [], extraWrites);
          return deliveries.add(userId, added);
        },
      },
    }),
  },

  'an account has as many workers as messages': {
    seed: 1,
    deps: ({ endpoints }) => ({
      endpoints: { ...endpoints, takeLease: async () => ({}) },
    }),
  },

  'an address whose server disconnects is undeliverable': {
    seed: 8,
    deps: ({ engine, egressEngine }) => ({
      engine: condemnUnreachable(engine),
      egressEngine: condemnUnreachable(egressEngine),
    }),
  },
};

const condemnUnreachable = (engine: Engine): Engine => ({
  connections: 0,
  async *verify(addresses, options) {
    for await (const { index, verdict } of engine.verify(addresses, options)) {
      const isUnreachable = verdict.reason === 'server_unreachable';
      yield { index, verdict: isUnreachable ? { ...verdict, status: 'undeliverable' } : verdict };
    }
  },
});
