import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
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
  const { q: shown = '' } = view;
  const [typed, setTyped] = useState(shown);
  const search = (): void => onChange({ q: typed.trim() || undefined });

  useEffect(() => setTyped(shown), [shown]);
  useEffect(() => {
    if (typed.trim() === shown) return undefined;
    const timer = setTimeout(search, PAUSE_MS);
    return () => clearTimeout(timer);
  });

  return (
    <div className={styles.tools}>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <TextField
          label={t('lists.search')}
          type="search"
          placeholder={t('lists.search')}
          value={typed}
          maxLength={MAX_SEARCH_LENGTH}
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
      <SelectField
        label={t('lists.sort')}
        value={view.sort}
        onChange={({ target }) => onChange({ sort: target.value as ListsView['sort'] })}
      >
        {sorts.map(([name, sort]) => (
          <option key={name} value={sort}>
            {t(`lists.sorts.${name}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('lists.filter')}
        value={view.filter}
        onChange={({ target }) => onChange({ filter: target.value === 'today' ? 'today' : 'all' })}
      >
        <option value="all">{t('lists.all')}</option>
        <option value="today">{t('lists.today')}</option>
      </SelectField>
    </div>
  );
}
