import { recordEvent } from './events/record.ts';
import { noFaults } from './faults.ts';
import { type Account, NO_CAUSE } from './model/account.ts';
import type { State } from './model/state.ts';
import { addDuration } from './model/time.ts';
import { nextDue } from './operations/due.ts';

export interface AccountOptions {
  readonly state: State;
  /** Real time in milliseconds since 1970. */
  readonly realNow: () => number;
  readonly newId: (prefix: string) => string;
  readonly origin: () => string;
  readonly webhookSecret?: string | undefined;
}

export function createAccount(options: AccountOptions): Account {
  const { state, realNow, newId, webhookSecret } = options;
  let moment: number | undefined;
  const now = (): number => moment ?? Math.floor(realNow() / 1000) + state.ahead;

  const runUntil = (target: number): void => {
    try {
      for (;;) {
        const due = nextDue(state);
        if (due === undefined || due.at > target) return;
        moment = due.at;
        due.run(account);
      }
    } finally {
      moment = undefined;
    }
  };

  const account: Account = {
    state,
    now,
    newId,
    get origin() {
      return options.origin();
    },
    webhookSecret,
    faults: noFaults(),
    cause: NO_CAUSE,
    emit(type, object, previous) {
      const { drop, delay_ms, api_version } = account.faults.webhooks;
      const sendAt = drop ? null : realNow() + delay_ms;
      const event = { id: newId('evt'), type, created: now(), request: account.cause, api_version };
      recordEvent(state, { ...event, object, previous }, sendAt);
    },
    catchUp: () => runUntil(now()),
    advance(duration) {
      const start = now();
      const target = addDuration(start, duration);
      if (target === undefined || target <= start) return false;
      runUntil(target);
      state.ahead += target - start;
      return true;
    },
  };
  return account;
}
