import type { FileFault } from '../../../../../../shared/list-file/file-error.ts';
import {
  MAX_LIST_NAME_LENGTH,
  UPLOAD_FORM_SECONDS,
} from '../../../../../../shared/model/upload-limits.ts';
import { rejectionOf } from '../file/rejection.ts';

/** What a file holds: rows, and the credits that its verdicts cost at most. */
export interface Summary {
  readonly rows: number;
  readonly credits: number;
  /** Of the addresses, from 1, unless it is the first. */
  readonly column?: number | undefined;
}

export type Refusal = NonNullable<ReturnType<typeof rejectionOf>> | FileFault;

/**
 * Why a file did not arrive: the connection was cut, the file is not what was chosen any more, the
 * session ended, or what the service said.
 */
export type Failure = 'cut' | 'changed' | 'stopped' | { readonly told: string };

/** A share is from 0 to 1. */
export type Phase =
  | { readonly name: 'waiting' | 'queued' }
  | { readonly name: 'reading' | 'sending'; readonly share: number }
  /** It needs the user's word. Without a summary, the dialog tells what is in the way. */
  | { readonly name: 'unconfirmed'; readonly summary: Summary | undefined }
  | { readonly name: 'sent'; readonly listId: string }
  | { readonly name: 'failed'; readonly failure: Failure }
  | { readonly name: 'refused'; readonly refusal: Refusal };

/** What the service said to the announcement of a file, at a time in epoch milliseconds. */
export interface Announced {
  readonly listId: string;
  /** A presigned POST: its address and the fields of its policy. */
  readonly upload: { readonly url: string; readonly fields: Record<string, string> };
  readonly at: number;
}

/** A file on its way from the choice to the list. */
export interface Item {
  readonly id: number;
  readonly file: File;
  /** Of the list. */
  readonly name: string;
  /** What is sent: the file, unless it is a workbook. */
  readonly list?: File | undefined;
  /** As in its summary, or as its user has chosen. */
  readonly column?: number | undefined;
  /** The same file stands before it. */
  readonly repeated: boolean;
  /** Kept over a failure, so that a retry is the same upload. */
  readonly announced?: Announced | undefined;
  readonly phase: Phase;
}

export interface Queue {
  readonly items: readonly Item[];
  /** Whose dialog is open, and whether it has not been closed since the file was chosen. */
  readonly open?: { readonly id: number; readonly first: boolean } | undefined;
  /** How many have been sent so far. */
  readonly arrived: number;
  /** Whose phase was the last to change. */
  readonly changed?: number | undefined;
}

export const EMPTY: Queue = { items: [], arrived: 0 };

/** How the reading or the sending of a file ends. */
export type Outcome =
  | { readonly type: 'read'; readonly summary: Summary | undefined }
  | { readonly type: 'refused'; readonly refusal: Refusal }
  | { readonly type: 'sent'; readonly listId: string }
  | { readonly type: 'failed'; readonly failure: Failure };

type ItemEvent = { readonly id: number } & (
  | Outcome
  | { readonly type: 'started' | 'retried' }
  | ({ readonly type: 'confirmed' } & Pick<Item, 'name' | 'list' | 'column'>)
  | { readonly type: 'progress'; readonly share: number }
);

export type QueueEvent =
  | ItemEvent
  | { readonly type: 'chosen'; readonly files: readonly Pick<Item, 'id' | 'file'>[] }
  | { readonly type: 'announced'; readonly id: number; readonly announced: Announced | undefined }
  | { readonly type: 'opened' | 'removed'; readonly id: number }
  /** The dialog; what is under way, by the end of a session; what has ended; everything. */
  | { readonly type: 'closed' | 'stopped' | 'cleared' | 'discarded' };

/** What an event of one item leads to, by the phases that it may be in; elsewhere it is late. */
function phaseAfter({ phase }: Item, event: ItemEvent): Phase | undefined {
  const { name } = phase;
  switch (event.type) {
    case 'started':
      if (name === 'waiting') return { name: 'reading', share: 0 };
      return name === 'queued' ? { name: 'sending', share: 0 } : undefined;
    case 'progress':
      return name === 'reading' || name === 'sending' ? { name, share: event.share } : undefined;
    case 'read':
      return name === 'reading' ? { name: 'unconfirmed', summary: event.summary } : undefined;
    case 'refused':
      return name === 'reading' ? { name: 'refused', refusal: event.refusal } : undefined;
    case 'confirmed':
      return isUnconfirmed(phase) ? { name: 'queued' } : undefined;
    case 'sent':
      return name === 'sending' ? { name: 'sent', listId: event.listId } : undefined;
    case 'failed':
      return name === 'sending' ? { name: 'failed', failure: event.failure } : undefined;
    case 'retried':
      return name === 'failed' ? { name: 'queued' } : undefined;
  }
}

const isUnconfirmed = ({ name }: Phase): boolean =>
  name === 'waiting' || name === 'reading' || name === 'unconfirmed';

/**
 * The queue after an event. Of the files of one choice, the first opens its dialog unless it is
 * refused; the others wait.
 */
export function reduce(queue: Queue, event: QueueEvent): Queue {
  switch (event.type) {
    case 'chosen':
      return added(queue, event.files);
    case 'removed':
      return without(queue, ({ id }) => id === event.id);
    case 'cleared':
      return without(queue, hasEnded);
    case 'closed':
      return { ...queue, open: undefined };
    case 'opened':
      return { ...queue, open: { id: event.id, first: false } };
    case 'discarded':
      return EMPTY;
    case 'stopped':
      return { ...queue, open: undefined, items: queue.items.map(stopped) };
    case 'announced':
      return changed(queue, event.id, (item) => ({ ...item, announced: event.announced }));
    default:
      return moved(queue, event);
  }
}

function moved(queue: Queue, event: ItemEvent): Queue {
  const item = queue.items.find(({ id }) => id === event.id);
  const phase = item && phaseAfter(item, event);
  if (!phase) return queue;
  const { name, list, column } = event.type === 'confirmed' ? event : item;
  const next = changed(queue, event.id, (before) => ({ ...before, name, list, column, phase }));
  return {
    ...next,
    open: event.type === 'confirmed' ? undefined : queue.open,
    arrived: queue.arrived + (phase.name === 'sent' ? 1 : 0),
    changed: event.id,
  };
}

function added(queue: Queue, files: readonly Pick<Item, 'id' | 'file'>[]): Queue {
  const items = [...queue.items];
  for (const { id, file } of files) {
    const refusal = rejectionOf(file);
    items.push({
      id,
      file,
      name: file.name.replace(/\.(csv|txt|xlsx|xlsm)$/i, '').slice(0, MAX_LIST_NAME_LENGTH),
      repeated: items.some((before) => isSame(before.file, file)),
      phase: refusal ? { name: 'refused', refusal } : { name: 'waiting' },
    });
  }
  const first = items[queue.items.length];
  const opens = first?.phase.name === 'waiting' && queue.open === undefined;
  return {
    ...queue,
    items,
    open: opens ? { id: first.id, first: true } : queue.open,
    changed: files.at(-1)?.id,
  };
}

/** A browser does not tell where a file is, so this is what makes two of them the same. */
const isSame = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

const stopped = (item: Item): Item =>
  isUnderWay(item) ? { ...item, phase: { name: 'failed', failure: 'stopped' } } : item;

const changed = (queue: Queue, id: number, change: (item: Item) => Item): Queue => ({
  ...queue,
  items: queue.items.map((item) => (item.id === id ? change(item) : item)),
});

const without = (queue: Queue, gone: (item: Item) => boolean): Queue => {
  const items = queue.items.filter((item) => !gone(item));
  const open = items.some(({ id }) => id === queue.open?.id) ? queue.open : undefined;
  return { ...queue, items, open };
};

/** Whether nothing can come of it any more. */
export const hasEnded = ({ phase }: Item): boolean =>
  phase.name === 'sent' || phase.name === 'refused';

export const isUnderWay = ({ phase }: Item): boolean =>
  phase.name === 'queued' || phase.name === 'sending';

/** Whether it is lost when the page is left, without a failure before. */
export const isAtStake = (item: Item): boolean => isUnderWay(item) || isUnconfirmed(item.phase);

/** Whether something works on it. */
export const isRunning = ({ phase }: Item): boolean =>
  phase.name === 'reading' || phase.name === 'sending';

/** How many confirmed uploads are not there yet. */
export const underWay = ({ items }: Queue): number => items.filter(isUnderWay).length;

/** The next file to read, one at a time. The dialog reads by itself the one that it shows. */
export const nextToRead = ({ items, open }: Queue): Item | undefined =>
  items.some(({ phase }) => phase.name === 'reading')
    ? undefined
    : items.find(({ id, phase }) => phase.name === 'waiting' && id !== open?.id);

/** The next file to send, one at a time. */
export const nextToSend = ({ items }: Queue): Item | undefined =>
  items.some(({ phase }) => phase.name === 'sending')
    ? undefined
    : items.find(({ phase }) => phase.name === 'queued');

/** A third of its time is left for the file to be sent. */
const USABLE_MS = (UPLOAD_FORM_SECONDS * 1000 * 2) / 3;

/** Whether a file may still be sent with this form. `now` is in epoch milliseconds. */
export const isUsable = ({ at }: Announced, now: number): boolean => now - at < USABLE_MS;
