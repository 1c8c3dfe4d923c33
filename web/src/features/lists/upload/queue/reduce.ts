import type { FileFault } from '../../../../../../shared/list-file/file-error.ts';
import {
  MAX_LIST_NAME_LENGTH,
  UPLOAD_FORM_SECONDS,
} from '../../../../../../shared/model/upload-limits.ts';
import { rejectionOf } from '../file/rejection.ts';

/** What a file holds: rows, and the credits that its verdicts cost at most. */
interface Summary {
  readonly rows: number;
  readonly credits: number;
  /** How the file was read, so that the server reads it the same way. */
  readonly column: number;
  readonly encoding?: string | undefined;
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
  readonly name: string;
  /** What is sent: the file, unless it is a workbook. */
  readonly list?: File | undefined;
  /** From 1: as in its summary, or as its user has chosen. So is the encoding. */
  readonly column?: number | undefined;
  readonly encoding?: string | undefined;
  /** The list was written by this app, from a workbook. */
  readonly strict?: boolean | undefined;
  /** What it costs at most, once it is confirmed. */
  readonly credits?: number | undefined;
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
  readonly arrived: number;
  /** Whose phase was the last to change. */
  readonly changed?: number | undefined;
}

export const EMPTY: Queue = { items: [], arrived: 0 };

export type QueueEvent =
  | { readonly type: 'chosen'; readonly files: readonly Pick<Item, 'id' | 'file'>[] }
  | Move
  | { readonly type: 'announced'; readonly id: number; readonly announced: Announced | undefined }
  | { readonly type: 'opened' | 'removed'; readonly id: number }
  /** The dialog; what is under way, by the end of a session; what has ended; everything. */
  | { readonly type: 'closed' | 'stopped' | 'cleared' | 'discarded' };

/** To another phase, or on in the same one. */
interface Move {
  readonly type: 'moved';
  readonly id: number;
  readonly phase: Phase;
  /** What the user has confirmed. */
  readonly as?: Partial<Pick<Item, 'name' | 'list' | 'column' | 'encoding' | 'strict' | 'credits'>>;
}

/** The phases that lead to each; from another one, a move is late. */
const BEFORE: Readonly<Record<Phase['name'], readonly Phase['name'][]>> = {
  waiting: [],
  reading: ['waiting', 'reading'],
  unconfirmed: ['reading'],
  refused: ['reading'],
  queued: ['waiting', 'reading', 'unconfirmed', 'failed'],
  sending: ['queued', 'sending'],
  sent: ['sending'],
  failed: ['sending'],
};

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
    case 'moved':
      return moved(queue, event);
  }
}

function moved(queue: Queue, { id, phase, as }: Move): Queue {
  const item = queue.items.find((each) => each.id === id);
  const { name } = phase;
  if (!item || !BEFORE[name].includes(item.phase.name)) return queue;
  return {
    ...changed(queue, id, (before) => ({ ...before, ...as, phase })),
    open: name === 'queued' ? undefined : queue.open,
    arrived: queue.arrived + (name === 'sent' ? 1 : 0),
    changed: id,
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
export const isAtStake = (item: Item): boolean =>
  isUnderWay(item) || ['waiting', 'reading', 'unconfirmed'].includes(item.phase.name);

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
