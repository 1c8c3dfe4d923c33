import { recordEvent } from './events/record.ts';
import type { Account } from './model/account.ts';
import type { State } from './model/state.ts';
import { recordBalanceTransaction } from './operations/balance.ts';
import { findNextDueOperation } from './operations/due.ts';

export interface AccountOptions {
  readonly state: State;
  /** Returns the real time in milliseconds since the epoch. */
  readonly realNow: () => number;
  readonly newId: (prefix: string) => string;
  readonly origin: () => string;
  readonly webhookSecret?: string | undefined;
}

export function createAccount(options: AccountOptions): Account {
  const { state, realNow, newId, webhookSecret } = options;
  let simulatedNow: number | undefined;
  const now = (): number => simulatedNow ?? Math.floor(realNow() / 1000) + state.ahead;

  const runUntil = (target: number): void => {
    try {
      for (;;) {
        const due = findNextDueOperation(state);
        if (due === undefined || due.at > target) return;
        simulatedNow = due.at;
        due.run(account);
      }
    } finally {
      simulatedNow = undefined;
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
    invoicing: { finalize: true, draft: false, per_customer: false },
    emit(type, object) {
      recordEvent(state, { id: newId('evt'), type, created: now() }, object, realNow());
      recordBalanceTransaction(account, type, object);
    },
    catchUp: () => runUntil(now()),
    advanceTo(time) {
      const start = now();
      runUntil(time);
      state.ahead += time - start;
    },
  };
  return account;
}
