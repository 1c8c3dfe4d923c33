/** The addresses that were read and not given out yet, each with what is said of it so far. */
export interface Shelf {
  /** Enters the next address of the input, for which there must be room. */
  enter(email: string): void;
  /** The address of an index that is not given out yet. */
  emailAt(index: number): string;
  /** Puts down what is said of an address, in place of what was. Dropped where that was final. */
  put(index: number, remark: string, final: boolean): void;
  /** Makes final what was said of an address last. */
  settle(index: number): void;
  settleAll(): void;
  /** Whether what is said of the next address of the input is final. */
  readonly ready: boolean;
  /** Takes the next address of the input, if that is so. */
  take(): { email: string; remark: string } | undefined;
  /** Whether another address may be read. Once full, not before half of it is given out. */
  hasRoom(): boolean;
}

/** Texts remembered to be shared: more than there are common ones. */
const COMMON = 4096;

const OPEN = 0;
const PROVISIONAL = 1;
const FINAL = 2;

/**
 * @param capacity how many addresses it holds
 * @param characters how many it holds, of addresses and of texts that are not shared, until no more
 *   may be read; what was read before that still finds its place
 */
export function createShelf(capacity: number, characters: number): Shelf {
  // Rings: an index has its place at its remainder.
  const emails: string[] = [];
  const remarks: string[] = [];
  const lengths = new Uint32Array(capacity);
  const states = new Uint8Array(capacity);
  const common = new Map<string, string>();
  let entered = 0;
  let given = 0;
  let held = 0;
  let full = false;

  function measure(at: number, length: number): void {
    held += length - (lengths[at] ?? 0);
    lengths[at] = length;
  }

  function settle(index: number): void {
    const at = index % capacity;
    if (index >= given && states[at] === PROVISIONAL) states[at] = FINAL;
  }

  return {
    enter(email) {
      const at = entered % capacity;
      entered += 1;
      emails[at] = email;
      measure(at, email.length);
    },
    emailAt: (index) => emails[index % capacity] ?? '',
    put(index, remark, final) {
      const at = index % capacity;
      if (index < given || states[at] === FINAL) return;
      const known = common.get(remark);
      if (known === undefined) {
        if (common.size >= COMMON) common.clear();
        common.set(remark, remark);
      }
      remarks[at] = known ?? remark;
      measure(at, (emails[at] ?? '').length + (known === undefined ? remark.length : 0));
      states[at] = final ? FINAL : PROVISIONAL;
    },
    settle,
    settleAll() {
      for (let index = given; index < entered; index += 1) settle(index);
    },
    get ready() {
      return states[given % capacity] === FINAL;
    },
    take() {
      const at = given % capacity;
      if (states[at] !== FINAL) return undefined;
      const taken = { email: emails[at] ?? '', remark: remarks[at] ?? '' };
      emails[at] = '';
      remarks[at] = '';
      measure(at, 0);
      states[at] = OPEN;
      given += 1;
      return taken;
    },
    hasRoom() {
      const share = full ? 0.5 : 1;
      full = entered - given >= capacity * share || held >= characters * share;
      return !full;
    },
  };
}
