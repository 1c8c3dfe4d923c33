import { useQuery, useQueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'react-hot-toast/headless';
import type { ListDetail } from '../../../../shared/contract/list-detail.ts';
import { withTexts } from '../../i18n/i18n.ts';
import { useApi } from '../../lib/api.ts';
import { useMay } from '../../lib/me.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import { bounceReportsQuery, isUploadExpired, bounceRowsQuery } from './queries.ts';
import {
  bounceRoutes,
  type BounceReport,
  type BounceRow,
} from '../../../../shared/contract/bounces.ts';
import {
  MAX_REPORTED_ROWS,
  BOUNCE_SUBJECTS,
  type BounceSubject,
} from '../../../../shared/model/bounces/bounce.ts';
import { useFormat } from '../../lib/use-format.ts';
import { ConfirmButton } from '../../ui/dialog/confirm.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './bounces.module.css';
import { BounceSummary, useBounceSummary, useCauseText } from './summary.tsx';
import { SegmentedControl } from '../../ui/form/choice.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';

function BounceRows({ report }: { report: BounceReport }) {
  const { t } = useTranslation();
  const format = useFormat();
  const causeText = useCauseText();
  const [subject, setSubject] = useState<BounceSubject>();
  const query = useInfiniteQuery(bounceRowsQuery(useApi(), report, subject));
  const aboutOf = ({ subject: about, reason, cause }: BounceRow): string =>
    [
      t(`bounces.subject.${about}`),
      reason === null ? cause && causeText(cause) : t(`checks.reason.${reason}`),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <div className={styles.rows}>
      <SegmentedControl
        label={t('bounces.rows.filter')}
        options={[
          { value: '', name: `${t('bounces.rows.all')} ${format.number(report.addresses)}` },
          ...BOUNCE_SUBJECTS.filter((each) => report.subjects[each] > 0).map((each) => ({
            value: each,
            name: `${t(`bounces.subject.${each}`)} ${format.number(report.subjects[each])}`,
          })),
        ]}
        chosen={subject ?? ''}
        onChoose={(value) => setSubject(BOUNCE_SUBJECTS.find((each) => each === value))}
      />
      <QueryContent query={query} failed={t('bounces.rows.failed')}>
        <DataTable<BounceRow>
          caption={t('bounces.title')}
          columns={[
            { label: t('bounces.rows.address'), heading: true, cell: ({ email }) => email },
            { label: t('bounces.rows.about'), cell: aboutOf },
            {
              label: t('bounces.rows.words'),
              wide: true,
              cell: ({ text }) => <span className="small">{text || t('bounces.rows.none')}</span>,
            },
            {
              label: t('bounces.rows.verdict'),
              cell: ({ verdict }) =>
                verdict
                  ? `${t(`checks.verdict.${verdict.status}`)} · ${format.date(verdict.at)}`
                  : t('bounces.rows.unknown'),
            },
            {
              label: t('bounces.rows.refund'),
              cell: ({ refund }) => refund && t(`bounces.refund.${refund}`),
            },
          ]}
          rows={query.data?.pages.flatMap(({ bounces }) => bounces)}
          keyOf={({ email }) => email}
          empty={t('bounces.rows.empty')}
        />
        {query.hasNextPage && (
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('bounces.rows.more')}
          </Button>
        )}
      </QueryContent>
    </div>
  );
}

function BounceReportCard({ report }: { report: BounceReport }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const api = useApi();
  const queries = useQueryClient();
  const may = useMay();
  const heading = useId();
  const rows = useId();
  const [areRowsShown, setAreRowsShown] = useState(false);
  const { id, name, sent, created_at, expires_at: until } = report;
  const isRead = report.state === 'checking' || report.state === 'done';
  return (
    <article className={styles.report} aria-labelledby={heading}>
      <header className={styles.head}>
        <div>
          <h3 id={heading}>{name}</h3>
          <p className="small">
            {t('bounces.mailed', { date: date(sent?.at ?? created_at), until: date(until) })}
          </p>
        </div>
        {may('member') && (
          <ConfirmButton
            button={{ variant: 'quiet', icon: 'trash', label: t('bounces.deleteNamed', { name }) }}
            title={t('bounces.deleteTitle')}
            text={t('bounces.deleteText')}
            confirm={t('common.delete')}
            call={() => api(bounceRoutes.deleteBounceReport, { params: { id } })}
            onDone={async () => {
              toast.success(t('bounces.deleted'));
              await queries.invalidateQueries({ queryKey: ['bounces'] });
            }}
          />
        )}
      </header>
      <div role="status" className={styles.state}>
        <State report={report} />
      </div>
      {isRead && <BounceSummary report={report} />}
      {isRead && report.addresses > 0 && (
        <div className="unprinted">
          <Button
            aria-expanded={areRowsShown}
            aria-controls={rows}
            onClick={() => setAreRowsShown(!areRowsShown)}
          >
            {t(areRowsShown ? 'bounces.rows.hide' : 'bounces.rows.show')}
          </Button>
        </div>
      )}
      <div id={rows}>{areRowsShown && <BounceRows report={report} />}</div>
    </article>
  );
}

function State({ report }: { report: BounceReport }) {
  const { t } = useTranslation();
  const sentencesOf = useBounceSummary();
  const { state, error } = report;
  if (error !== null)
    return (
      <Notice tone="invalid">{t(`bounces.error.${error}`, { max: MAX_REPORTED_ROWS })}</Notice>
    );
  if (isUploadExpired(report))
    return <Notice tone="risky">{t('bounces.state.interrupted')}</Notice>;
  if (state === 'waiting' || state === 'reading')
    return (
      <>
        <p>{t(`bounces.state.${state}`)}</p>
        <progress aria-label={t(`bounces.state.${state}`)} />
      </>
    );
  const [sentence, ...others] = sentencesOf(report);
  return (
    <>
      <p className="subheading">{sentence}</p>
      {others.map((text) => (
        <p key={text} className="muted">
          {text}
        </p>
      ))}
    </>
  );
}

const ReportDialog = lazy(async () => ({
  default: (await withTexts(import('./report-dialog.tsx'), 'preflight')).ReportDialog,
}));

/** The bounces of mailings to a list, as reported by the customer. */
export function Bounces({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const reports = useQuery(bounceReportsQuery(useApi(), list.id));
  const [isReporting, setIsReporting] = useState(false);
  const mayReport = useMay()('member');
  const hasReports = reports.data !== undefined && reports.data.length > 0;
  return (
    <div className={hasReports ? undefined : 'unprinted'}>
      <Card
        title={t('bounces.title')}
        aside={
          mayReport && <Button onClick={() => setIsReporting(true)}>{t('bounces.ask')}</Button>
        }
      >
        <QueryContent query={reports} failed={t('bounces.failed')}>
          {!hasReports && <p className="muted">{t('bounces.lead')}</p>}
          {reports.data?.map((report) => (
            <BounceReportCard key={report.id} report={report} />
          ))}
        </QueryContent>
      </Card>
      {isReporting && (
        <Suspense>
          <ReportDialog list={list} onClose={() => setIsReporting(false)} />
        </Suspense>
      )}
    </div>
  );
}
