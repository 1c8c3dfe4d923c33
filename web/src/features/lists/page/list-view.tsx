import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import {
  type ListedRow,
  type RowFilter,
  rowFilter,
} from '../../../../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../../../../shared/contract/lists.ts';
import { LIST_STATUS } from '../../../../../shared/model/list-status.ts';
import { VERDICT_KINDS } from '../../../../../shared/model/verdict.ts';
import { useAddressView } from '../../../lib/address-view.ts';
import { useApi } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import { PageButton } from '../../../ui/button/link-button.tsx';
import { Loaded } from '../../../ui/table/loaded.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { isDeleted, shareDone, viewOf } from '../row/status-view.ts';
import { Breakdown } from './breakdown.tsx';
import { Facts } from './facts.tsx';
import { ListActions } from './list-actions.tsx';
import styles from './list-page.module.css';
import { isMissing, listQuery } from '../row/list-query.ts';
import { providerName } from './provider-name.ts';
import { RecheckPanel } from './recheck.tsx';
import { Shares } from './shares.tsx';
import { StatusText } from './status-text.tsx';

/** The rows are far down the page, and come with the code that scrolls them. */
const Rows = lazy(async () => ({ default: (await import('./rows.tsx')).Rows }));

interface Props {
  /** What a row opens to. */
  explain: (row: ListedRow) => ReactNode;
}

/** The page of one list: what its addresses came to, and every row. */
export function ListView({ explain }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id = '' } = useParams();
  const query = useQuery(listQuery(useApi(), id));
  const missing = isMissing(query.error);
  const list = missing ? undefined : query.data;
  const running = list && viewOf(list.status).progress;
  return (
    <>
      <div className={`between ${styles.head}`}>
        <PageHeading
          title={list?.file_name ?? t('list.title')}
          tab={running ? `${format.percent(shareDone(list))} · ${list.file_name}` : undefined}
        />
        {list && <ListActions list={list} />}
      </div>
      {missing ? (
        <div className={`panel ${styles.panel}`}>
          <p>{t('list.missing')}</p>
          <p>
            <PageButton to={paths.dashboard}>{t('list.back')}</PageButton>
          </p>
        </div>
      ) : (
        <Loaded query={query} failed={t('list.failed')}>
          {list ? (
            <Content list={list} explain={explain} />
          ) : (
            <p className="muted">{t('common.loading')}</p>
          )}
        </Loaded>
      )}
    </>
  );
}

function Content({ list, explain }: Props & { list: ListDetail }) {
  const { t } = useTranslation();
  const { view: filter, show } = useAddressView(rowFilter);
  const rows = useRef<HTMLDivElement>(null);
  const gone = isDeleted(list);
  const answers = answeredCounts(list);
  const isAnswered = answers.processed > 0;
  const isCanceled = list.status === LIST_STATUS.canceled;
  const hasRows = isAnswered && !isCanceled && !gone;
  /** Shows the rows of one kind alone, in whatever kind they were looked at before. */
  const choose = (only: RowFilter): void => {
    show({ status: undefined, reason: undefined, domain: undefined, q: undefined, ...only });
    rows.current?.scrollIntoView({ block: 'start' });
  };
  const onChoose = hasRows ? choose : undefined;
  return (
    <>
      {(list.status !== LIST_STATUS.finished || gone) && (
        <div className={`panel ${styles.panel}`}>
          <StatusText row={list} />
        </div>
      )}
      {(isAnswered || !isCanceled) && (
        <div className={`panel ${styles.panel}`}>
          <Sentence list={answers} />
          <Breakdown list={answers} filter={filter} onChoose={onChoose} />
        </div>
      )}
      {list.status === LIST_STATUS.finished && !gone && <RecheckPanel list={list} />}
      {list.domains.length > 0 && (
        <div className={styles.sides}>
          <Shares
            title={t('list.domains')}
            shares={list.domains}
            total={list.processed}
            onChoose={onChoose && ((domain) => onChoose({ domain }))}
          />
          {list.providers.length > 0 && (
            <Shares
              title={t('list.providers')}
              shares={list.providers}
              total={list.processed}
              nameOf={providerName}
            />
          )}
        </div>
      )}
      {isAnswered && !isCanceled && (
        <div ref={rows} className="unprinted">
          <Card title={t('list.rows.title')}>
            {gone ? (
              <p className="muted">{t('list.rows.gone')}</p>
            ) : (
              <Suspense fallback={<p className="muted">{t('common.loading')}</p>}>
                <Rows list={answers} explain={explain} />
              </Suspense>
            )}
          </Card>
        </div>
      )}
      <div className={`panel ${styles.panel}`}>
        <Facts list={list} />
      </div>
    </>
  );
}

function Sentence({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const parts = VERDICT_KINDS.filter((kind) => list[kind] > 0).map((kind) =>
    t(`list.outcome.${kind}`, { figure: list[kind] }),
  );
  return (
    <p className={`headline ${styles.sentence}`}>
      {parts.length === 0 ? t('list.nothing') : parts.join(', ')}
    </p>
  );
}

/**
 * A list with its answers alone. Until it is finished, malformed addresses are counted as invalid
 * though nothing was asked yet, and are none of its rows.
 */
function answeredCounts(list: ListDetail): ListDetail {
  if (list.status === LIST_STATUS.finished) return list;
  const { bad_syntax: malformed = 0, ...reasons } = list.reasons;
  const { processed, invalid } = list;
  return { ...list, processed: processed - malformed, invalid: invalid - malformed, reasons };
}
