import { useTranslation } from 'react-i18next';
import { MAX_USER_SEARCH_LENGTH, USER_PAGE_SIZES } from '../../../../shared/model/users-page.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import styles from './filters.module.css';
import type { UsersView } from './queries.ts';

const DEBOUNCE_MS = 1000;

interface Props {
  view: UsersView;
  onChange: (change: Partial<Pick<UsersView, 'search' | 'status' | 'limit'>>) => void;
}

export function UserFilters({ view, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <div role="search" className={styles.filters}>
      <SearchField
        label={t('admin.filters.search')}
        maxLength={MAX_USER_SEARCH_LENGTH}
        value={view.search}
        debounceMs={DEBOUNCE_MS}
        onSearch={(search) => onChange({ search })}
      />
      <SelectField
        label={t('admin.users.status')}
        value={view.status}
        options={[
          ['', t('admin.filters.all')],
          ['1', t('admin.users.active')],
          ['2', t('admin.users.inactive')],
        ]}
        onChoose={(status) => onChange({ status })}
      />
      <SelectField
        label={t('admin.filters.limit')}
        value={view.limit}
        options={USER_PAGE_SIZES.map((size) => [`${size}` as const, String(size)])}
        onChoose={(limit) => onChange({ limit })}
      />
    </div>
  );
}
