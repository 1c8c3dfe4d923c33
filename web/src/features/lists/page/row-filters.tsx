import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ROW_SUBSETS } from '../../../../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import {
  KIND_BY_STATUS,
  statusForReason,
  VERDICT_REASONS,
  VERDICT_STATUSES,
} from '../../../../../shared/model/verdict.ts';
import { Button } from '../../../ui/button/button.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { reasonsByFrequency } from '../row/reasons-by-frequency.ts';
import styles from './rows.module.css';
import { EMPTY_FILTER, useListView } from './use-list-view.ts';

const searchProps = {
  debounceMs: 300,
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
};

/** Filters for the rows of a list. They are in the URL, so that the view can be shared. */
export function RowFilters({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const { filter, isFiltered, narrow } = useListView();
  const domains = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { status, reason, domain, q, only, min_score: minScore } = filter;
  return (
    <div role="search" aria-label={t('list.rows.title')} className={styles.filters}>
      <Button
        icon="settings"
        aria-expanded={isOpen}
        className={styles.toggle}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('list.rows.filters')}
      </Button>
      <SelectField
        label={t('list.rows.status')}
        value={status ?? (reason ? statusForReason(reason) : '')}
        options={[
          ['', t('list.rows.anyStatus')],
          ...VERDICT_STATUSES.map(
            (each) => [each, t(`lists.details.part.${KIND_BY_STATUS[each]}`)] as const,
          ),
        ]}
        onChoose={(chosen) => narrow({ status: chosen || undefined, reason: undefined })}
      />
      <SelectField
        label={t('list.rows.reason')}
        value={reason ?? ''}
        onChange={({ target }) => {
          const chosen = VERDICT_REASONS.find((each) => each === target.value);
          narrow({ reason: chosen, status: chosen ? undefined : status });
        }}
      >
        <option value="">{t('list.rows.anyReason')}</option>
        {(status ? [status] : VERDICT_STATUSES).map((verdict) => {
          const reasons = reasonsByFrequency(verdict, list.reasons);
          return (
            reasons.length > 0 && (
              <optgroup key={verdict} label={t(`lists.details.part.${KIND_BY_STATUS[verdict]}`)}>
                {reasons.map(([each]) => (
                  <option key={each} value={each}>
                    {t(`checks.reason.${each}`)}
                  </option>
                ))}
              </optgroup>
            )
          );
        })}
      </SelectField>
      <SelectField
        label={t('list.rows.only')}
        value={only ?? ''}
        options={[
          ['', t('list.rows.all')],
          ...ROW_SUBSETS.filter((each) => each !== 'changed' || list.recheck || each === only).map(
            (each) => [each, t(`list.rows.onlyOf.${each}`)] as const,
          ),
        ]}
        onChoose={(chosen) => narrow({ only: chosen || undefined })}
      />
      <SearchField
        {...searchProps}
        label={t('list.rows.domain')}
        placeholder={t('list.rows.domainHint')}
        list={domains}
        maxLength={255}
        value={domain ?? ''}
        onSearch={(text) => narrow({ domain: text || undefined }, { replace: true })}
      />
      <datalist id={domains}>
        {list.domains.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <SearchField
        {...searchProps}
        label={t('list.rows.text')}
        placeholder={t('list.rows.textHint')}
        maxLength={100}
        value={q ?? ''}
        onSearch={(text) => narrow({ q: text || undefined }, { replace: true })}
      />
      {minScore !== undefined && (
        <p className="muted">{t('list.risk.only', { least: minScore })}</p>
      )}
      {isFiltered && <Button onClick={() => narrow(EMPTY_FILTER)}>{t('list.rows.clear')}</Button>}
    </div>
  );
}
