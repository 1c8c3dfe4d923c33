import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { isShortOfCredits } from '../row/status-view.ts';
import { ListPreview } from './list-preview.tsx';
import { StatusText } from './status-text.tsx';

/**
 * One lazily loaded file contains both the preview and the status, so that the page shows no gap
 * when a paid list starts.
 */
export const ListStatusPanel = ({ list }: { list: ListDetail }) =>
  isShortOfCredits(list) ? <ListPreview list={list} /> : <StatusText row={list} />;
