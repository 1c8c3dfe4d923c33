import { LIST_STATUS, type ListStatus } from '../../../../../shared/model/list-status.ts';
import type { ListSummary } from '../../../../../shared/contract/list-detail.ts';
import type { Texts } from '../../../i18n/texts.ts';
import type { Tone } from '../../../ui/notice.tsx';

/** `name` is the key of the text for the status. */
export interface StatusView {
  name: keyof Texts['lists']['status'];
  icon: 'ring' | 'pause' | 'warning' | 'tray';
  tone?: Tone;
  progress: boolean;
}

const views: Record<ListStatus, StatusView> = {
  [LIST_STATUS.waiting]: { name: 'waiting', icon: 'ring', progress: false },
  [LIST_STATUS.initialization]: { name: 'initialization', icon: 'ring', progress: false },
  [LIST_STATUS.wait_on_queue]: { name: 'wait_on_queue', icon: 'ring', progress: true },
  [LIST_STATUS.working]: { name: 'working', icon: 'ring', progress: true },
  [LIST_STATUS.paused]: { name: 'paused', icon: 'pause', tone: 'risky', progress: false },
  [LIST_STATUS.canceled]: { name: 'canceled', icon: 'warning', tone: 'invalid', progress: false },
  [LIST_STATUS.finished]: { name: 'finished', icon: 'tray', tone: 'valid', progress: false },
};

export const statusViewOf = (status: ListStatus): StatusView => views[status];

export const progressOf = ({
  processed,
  total_email: total,
}: Pick<ListSummary, 'processed' | 'total_email'>): number =>
  total === 0 ? 0 : Math.min(1, processed / total);

export const isExpired = ({ expires_at: expiresAt }: Pick<ListSummary, 'expires_at'>): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now();

export const isShortOfCredits = ({ reason }: Pick<ListSummary, 'reason'>): boolean =>
  reason === 'insufficient_credit';

/** Whether the number of addresses is not known yet. */
export const isBeforeIngest = ({ status }: Pick<ListSummary, 'status'>): boolean =>
  status <= LIST_STATUS.initialization;
