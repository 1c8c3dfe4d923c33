import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { isShortOfCredits } from '../row/status-view.ts';
import { ListPreview } from './list-preview.tsx';
import { StatusText } from './status-text.tsx';

/** One lazily loaded file for both, so that a list starts without a gap once it is paid. */
export const ListStatus = ({ list }: { list: ListDetail }) =>
  isShortOfCredits(list) ? <ListPreview list={list} /> : <StatusText row={list} />;
