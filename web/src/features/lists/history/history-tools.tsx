import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import styles from './history.module.css';
import type { ListsView } from '../row/queries.ts';

/** A search waits for this long a pause in typing. */
const PAUSE_MS = 400;
const MAX_SEARCH_LENGTH = 120;

const sorts = [
  ['newest', 'created_at:desc'],
  ['oldest', 'created_at:asc'],
  ['name', 'file_name:asc'],
  ['size', 'total_email:desc'],
  ['state', 'status:asc'],
] as const;

interface Props {
  view: ListsView;
  /** Shows the first page of another choice. */
  onChange: (change: Partial<ListsView>) => void;
}

/** What decides which lists are shown, and in which order. */
export function HistoryTools({ view, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.tools}>
      <div role="search">
        <SearchField
          label={t('lists.search')}
          placeholder={t('lists.search')}
          maxLength={MAX_SEARCH_LENGTH}
          value={view.q ?? ''}
          pause={PAUSE_MS}
          onSearch={(text) => onChange({ q: text || undefined })}
        />
      </div>
      <SelectField
        label={t('lists.sort')}
        value={view.sort}
        options={sorts.map(([name, sort]) => [sort, t(`lists.sorts.${name}`)])}
        onChoose={(sort) => onChange({ sort })}
      />
      <SelectField
        label={t('lists.filter')}
        value={view.filter}
        options={[
          ['all', t('lists.details.part.all')],
          ['today', t('lists.today')],
        ]}
        onChoose={(filter) => onChange({ filter })}
      />
    </div>
  );
}
