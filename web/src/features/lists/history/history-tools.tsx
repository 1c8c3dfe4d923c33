import { useTranslation } from 'react-i18next';
import { MAX_LIST_NAME_LENGTH } from '../../../../../shared/model/upload-limits.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import styles from './history.module.css';
import type { ListsView } from '../row/queries.ts';

const DEBOUNCE_MS = 400;

const sorts = [
  ['newest', 'created_at:desc'],
  ['oldest', 'created_at:asc'],
  ['name', 'file_name:asc'],
  ['size', 'total_email:desc'],
  ['state', 'status:asc'],
] as const;

interface Props {
  view: ListsView;
  onChange: (change: Partial<ListsView>) => void;
}

export function HistoryTools({ view, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.tools}>
      <div role="search">
        <SearchField
          label={t('lists.search')}
          placeholder={t('lists.search')}
          maxLength={MAX_LIST_NAME_LENGTH}
          value={view.q ?? ''}
          debounceMs={DEBOUNCE_MS}
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
