import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../shared/contract/list-detail.ts';
import { withTexts } from '../../i18n/i18n.ts';
import { useApi } from '../../lib/api.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import { bounceReportsQuery } from './queries.ts';
import { BounceReportCard } from './report.tsx';

const ReportDialog = lazy(async () => ({
  default: (await withTexts(import('./report-dialog.tsx'), 'preflight')).ReportDialog,
}));

/** The bounces of mailings to a list, as reported by the customer. */
export function Bounces({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const reports = useQuery(bounceReportsQuery(useApi(), list.id));
  const [isReporting, setIsReporting] = useState(false);
  const hasReports = reports.data !== undefined && reports.data.length > 0;
  return (
    <div className={hasReports ? undefined : 'unprinted'}>
      <Card
        title={t('bounces.title')}
        aside={<Button onClick={() => setIsReporting(true)}>{t('bounces.ask')}</Button>}
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
