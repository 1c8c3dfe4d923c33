import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BounceReport, BounceRow } from '../../../../shared/contract/bounces.ts';
import { BOUNCE_SUBJECTS, type BounceSubject } from '../../../../shared/model/bounces/bounce.ts';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button/button.tsx';
import { SegmentedControl } from '../../ui/form/choice.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';
import styles from './bounces.module.css';
import { bounceRowsQuery } from './queries.ts';
import { useCauseText } from './summary.tsx';

export function BounceRows({ report }: { report: BounceReport }) {
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
