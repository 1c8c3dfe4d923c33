import { expect, it } from 'vitest';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { expectLedgerInvariants } from '../../../tests/support/ledger-invariants.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import type { Balance } from '../rules/ledger-entry.ts';
import {
  createDebitEntry,
  createReleaseEntry,
  createReserveEntry,
  createSettleEntry,
  createUndoEntry,
} from '../rules/ledger.ts';
import { createLedger } from './ledger.ts';
import { LedgerMismatchError } from './ledger-transactions.ts';

const clock = { now: () => Date.UTC(2026, 0, 1) };
const why = 'test';
const STEPS = 250;

const table = await startFileTable();

type Outcome = 'applied' | 'replayed' | 'insufficient' | 'mismatch';

/**
 * Creates a model of one user's ledger. `net` is the available credits minus the debt. A repeated
 * event must have the same amount.
 */
function createModel() {
  const applied = new Map<string, number>();
  const held = new Map<string, number>();
  let net = 0;
  let reserved = 0;
  let consumed = 0;
  const available = () => Math.max(net, 0);
  const once = (id: string, amount: number, book: () => boolean | void): Outcome => {
    const before = applied.get(id);
    if (before !== undefined) return before === amount ? 'replayed' : 'mismatch';
    if (book() === false) return 'insufficient';
    applied.set(id, amount);
    return 'applied';
  };
  const endHold = (dispute: string): void => {
    applied.set(`unhold ${dispute}`, 0);
    net += held.get(dispute) ?? 0;
    held.delete(dispute);
  };
  return {
    balance: (): Balance => ({
      available: available(),
      reserved,
      consumed,
      held: [...held.values()].reduce((sum, each) => sum + each, 0),
      debt: Math.max(-net, 0),
    }),
    grant: (id: string, n: number) => once(`grant ${id}`, n, () => void (net += n)),
    clawBack: (id: string, n: number) => once(`claw-back ${id}`, n, () => void (net -= n)),
    hold: (id: string, n: number) =>
      once(`hold ${id}`, n, () => {
        const taken = applied.has(`unhold ${id}`) ? 0 : n;
        held.set(id, taken);
        net -= taken;
      }),
    releaseHold: (id: string) => once(`unhold ${id}`, 0, () => endHold(id)),
    seizeHeld: (id: string, n: number) =>
      once(`forfeit ${id}`, n, () => {
        if (!applied.has(`unhold ${id}`)) endHold(id);
        net -= n;
      }),
    reserve: (id: string, n: number) =>
      once(`reserve ${id}`, n, () => {
        if (available() < n) return false;
        net -= n;
        reserved += n;
        return true;
      }),
    end: (id: string, settled: number) =>
      once(`end ${id}`, settled, () => {
        const n = applied.get(`reserve ${id}`) ?? 0;
        reserved -= n;
        consumed += settled;
        net += n - settled;
      }),
    debit: (id: string) =>
      once(`debit ${id}`, 1, () => {
        if (available() < 1) return false;
        net -= 1;
        consumed += 1;
        return true;
      }),
    undo: (id: string) =>
      once(`undo ${id}`, 1, () => {
        consumed -= 1;
        net += 1;
      }),
  };
}

it.each([1, 20241010])(
  'gives the same result as the model at each step (seed %i)',
  async (seed) => {
    const random = randomFrom(seed);
    const randomBelow = (n: number): number => Math.floor(random() * n);
    const ledger = createLedger(table.db(clock), clock);
    const model = createModel();
    const userId = `user-${seed}`;
    const running = new Map<string, number>();
    const checked: string[] = [];
    const outcomes = new Map<Outcome, number>();

    for (let step = 0; step < STEPS; step += 1) {
      // Few ids and amounts, so that events repeat, sometimes with a different amount.
      const id = String(randomBelow(step / 4 + 2));
      const amount = 1 + randomBelow(2) + 30 * randomBelow(4);
      const [list, reserved] = [...running][randomBelow(running.size)] ?? ['', 0];
      const check = checked[randomBelow(checked.length)] ?? '';
      const settled = randomBelow(reserved);
      const steps: (() => [Outcome, Promise<string>])[] = [
        () => [model.grant(id, amount), ledger.grant(userId, { source: id, amount, why })],
        () => [model.grant(id, amount), ledger.grant(userId, { source: id, amount, why })],
        () => [model.clawBack(id, amount), ledger.clawBack(userId, { id, amount, why })],
        () => [model.hold(id, amount), ledger.hold(userId, { dispute: id, amount })],
        () => [model.releaseHold(id), ledger.releaseHold(userId, { dispute: id })],
        () => [model.seizeHeld(id, amount), ledger.seizeHeld(userId, { dispute: id, amount, why })],
        () => {
          const expected = model.reserve(id, amount);
          if (expected === 'applied') running.set(id, amount);
          return [expected, ledger.transact(userId, [createReserveEntry(id, 1, amount)])];
        },
        () => {
          const expected = model.debit(id);
          if (expected === 'applied') checked.push(id);
          return [expected, ledger.transact(userId, [createDebitEntry(id, 1)])];
        },
      ];
      const remaining = () => reserved - settled;
      if (reserved > 0)
        steps.push(() => {
          running.delete(list);
          const ends = [createSettleEntry(list, settled), createReleaseEntry(list, remaining())];
          return [model.end(list, settled), ledger.transact(userId, ends)];
        });
      if (check !== '')
        steps.push(() => [model.undo(check), ledger.transact(userId, [createUndoEntry(check, 1)])]);

      const [expected, answer] = steps[randomBelow(steps.length)]?.() ?? [
        'applied',
        Promise.resolve(''),
      ];
      const outcome = await answer.catch((error: unknown) => {
        if (error instanceof LedgerMismatchError) return 'mismatch';
        throw error;
      });
      expect([step, outcome]).toEqual([step, expected]);
      expect(await ledger.balance(userId)).toEqual(model.balance());
      outcomes.set(expected, (outcomes.get(expected) ?? 0) + 1);
    }
    await expectLedgerInvariants(ledger, userId);
    for (const each of ['applied', 'replayed', 'insufficient', 'mismatch'] as const)
      expect(outcomes.get(each) ?? 0).toBeGreaterThan(5);
  },
);
