import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { isFinalStatus } from '../../../../../shared/model/list-status.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { CopyButton } from '../../../ui/button/copy-button.tsx';
import { Tooltip } from '../../../ui/popup/tooltip.tsx';
import { Fact, FactList } from '../../../ui/table/fact-list.tsx';
import { isExpired } from '../row/status-view.ts';
import styles from '../list-page.module.css';
import { CREDITS_PER_EMAIL } from '../../../../../shared/model/credits.ts';

type Counts = Pick<
  ListDetail,
  'processed' | 'unknown' | 'duplicates' | 'credits_charged' | 'reasons'
>;

/** Returns the nonzero counts of uncharged results. Some unknown results can have been charged. */
export function unchargedCounts(list: Counts) {
  const syntax = list.reasons.bad_syntax ?? 0;
  const unpaid = list.processed - syntax - list.credits_charged / CREDITS_PER_EMAIL;
  const kinds = [
    ['duplicates', list.duplicates],
    ['syntax', syntax],
    ['unknown', Math.min(list.unknown, unpaid)],
  ] as const;
  return kinds.filter(([, count]) => count > 0);
}

export function ListDetailFacts({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { expires_at: expiresAt } = list;
  const final = isFinalStatus(list.status);
  const unchargedLabels = unchargedCounts(list).map(([kind, count]) =>
    t(`list.free.${kind}`, { count }),
  );
  return (
    <FactList>
      <Fact wide label={t('list.source')}>
        {list.source_name}
      </Fact>
      <Fact label={t('lists.created')}>
        <time dateTime={list.created_at}>{format.date(list.created_at)}</time>
      </Fact>
      {list.total_email > 0 && (
        <>
          <Fact label={t('list.addresses')}>{format.number(list.total_email)}</Fact>
          <Fact label={t('list.duplicates')}>{format.number(list.duplicates)}</Fact>
        </>
      )}
      <Fact label={t('list.charged')}>{format.number(list.credits_charged)}</Fact>
      {!final && <Fact label={t('list.reserved')}>{format.number(list.credits_reserved)}</Fact>}
      {final && unchargedLabels.length > 0 && (
        <Fact wide label={t('list.freeLabel')}>
          {unchargedLabels.join(', ')}
        </Fact>
      )}
      {expiresAt !== null && (
        <Fact wide label={t('list.retention')}>
          {t(isExpired(list) ? 'list.wasDeleted' : 'list.isDeleted', {
            date: format.date(expiresAt),
          })}
        </Fact>
      )}
      <Fact wide label={t('lists.id')}>
        <span className={styles.id}>
          <code>{list.id}</code>
          <span className="unprinted">
            <Tooltip text={t('list.copy')}>
              {() => (
                <CopyButton
                  variant="quiet"
                  text={list.id}
                  successMessage={t('list.copied')}
                  aria-label={t('list.copy')}
                />
              )}
            </Tooltip>
          </span>
        </span>
      </Fact>
    </FactList>
  );
}
