import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { rowFilter } from '../../../../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../../../../shared/contract/lists.ts';
import {
  KIND_OF,
  statusOf,
  VERDICT_REASONS,
  VERDICT_STATUSES,
} from '../../../../../shared/model/verdict.ts';
import { useAddressView } from '../../../lib/address-view.ts';
import { Button } from '../../../ui/button/button.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { reasonsIn } from '../row/reasons-in.ts';
import styles from './rows.module.css';

/** What both fields share. */
const typed = { pause: 300, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };

/** Narrows the rows down. The address of the page has the filter, so that it can be passed on. */
export function RowFilters({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const { view: filter, show } = useAddressView(rowFilter);
  const domains = useId();
  const { status, reason, domain, q } = filter;
  const isOn = Object.values(filter).some((value) => value !== undefined);
  return (
    <div role="search" aria-label={t('list.rows.title')} className={styles.filters}>
      <SelectField
        label={t('list.rows.status')}
        value={status ?? (reason ? statusOf(reason) : '')}
        onChange={({ target }) =>
          show({
            status: VERDICT_STATUSES.find((each) => each === target.value),
            reason: undefined,
          })
        }
      >
        <option value="">{t('list.rows.anyStatus')}</option>
        {VERDICT_STATUSES.map((each) => (
          <option key={each} value={each}>
            {t(`lists.details.part.${KIND_OF[each]}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('list.rows.reason')}
        value={reason ?? ''}
        onChange={({ target }) => {
          const chosen = VERDICT_REASONS.find((each) => each === target.value);
          show({ reason: chosen, status: chosen ? undefined : status });
        }}
      >
        <option value="">{t('list.rows.anyReason')}</option>
        {(status ? [status] : VERDICT_STATUSES).map((verdict) => {
          const reasons = reasonsIn(verdict, list.reasons);
          return (
            reasons.length > 0 && (
              <optgroup key={verdict} label={t(`lists.details.part.${KIND_OF[verdict]}`)}>
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
      <SearchField
        {...typed}
        label={t('list.rows.domain')}
        placeholder={t('list.rows.domainHint')}
        list={domains}
        maxLength={255}
        value={domain ?? ''}
        onSearch={(text) => show({ domain: text || undefined }, { replace: true })}
      />
      <datalist id={domains}>
        {list.domains.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <SearchField
        {...typed}
        label={t('list.rows.text')}
        placeholder={t('list.rows.textHint')}
        maxLength={100}
        value={q ?? ''}
        onSearch={(text) => show({ q: text || undefined }, { replace: true })}
      />
      {isOn && (
        <Button
          onClick={() =>
            show({ status: undefined, reason: undefined, domain: undefined, q: undefined })
          }
        >
          {t('list.rows.clear')}
        </Button>
      )}
    </div>
  );
}
