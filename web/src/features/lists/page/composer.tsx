import { lazy, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { INCLUDES } from '../../../../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { LIST_STATUS } from '../../../../../shared/model/list-status.ts';
import { SAMPLE_LIST_ID } from '../../../../../shared/model/sample-list.ts';
import { withTexts } from '../../../i18n/i18n.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Button } from '../../../ui/button/button.tsx';
import field from '../../../ui/form/field.module.css';
import { CountUp } from '../row/count-up.tsx';
import { useDownload } from '../row/download.tsx';
import { isExpired } from '../row/status-view.ts';
import styles from './composer.module.css';
import { FileOptionsControls, loadFileOptions } from './file-options.tsx';
import {
  countInvalid,
  estimateSegments,
  type Include,
  type RiskLevel,
  riskLevelsOf,
  summarize,
  useSegments,
} from './segments.ts';

/** Lazily loaded, because lists without corrections and unknown addresses do not need it. */
const PaidCheck = lazy(async () => ({
  default: (await withTexts(import('./paid-check.tsx'), 'paidCheck')).PaidCheck,
}));
const SAFE_ONLY: readonly Include[] = ['safe'];

interface Props {
  list: ListDetail;
  /** Whether the list finished while this page was open. */
  justFinished: boolean;
}

/**
 * Selects the addresses to which a customer will write, and downloads them as one file. While the
 * list is running, the panel fills with the results so far.
 */
export function Composer({ list, justFinished }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const isAvailable = list.status === LIST_STATUS.finished && !isExpired(list);
  const { data: counted, isPending } = useSegments(list, isAvailable);
  // Counts are shown at once; the expected bounces follow, because only segments have scores.
  const segments = (isAvailable && counted) || estimateSegments(list);
  const [chosen, setChosen] = useState<readonly Include[]>(['safe', 'corrected']);
  const [chosenLevel, setLevel] = useState<number>();
  const [options, setOptions] = useState(() => loadFileOptions(list));
  const download = useDownload(list);
  const includes = isAvailable ? chosen : SAFE_ONLY;
  const levels = riskLevelsOf(segments);
  const level = Math.min(chosenLevel ?? levels.length, levels.length - 1);
  const risk = levels[level] ?? {};
  const { rows, bounces, bounced } = summarize(segments, includes, risk);
  const withDuplicates = includes.includes('duplicates');
  const total = list.processed + (withDuplicates ? list.duplicates : 0);
  /** Returns the number of rows that a segment adds, or would add, to the file. */
  const partOf = (include: Include) => {
    if (include !== 'duplicates')
      return summarize(segments, withDuplicates ? [include, 'duplicates'] : [include], risk);
    const others = includes.filter((each) => each !== 'duplicates');
    const all = summarize(segments, [...others, 'duplicates'], risk);
    return { rows: all.rows - summarize(segments, others, risk).rows, bounces: 0 };
  };
  const canCheck = isAvailable && list.id !== SAMPLE_LIST_ID;
  const details: Partial<Record<Include, ReactNode>> = {
    corrected: canCheck && <PaidCheck list={list} kind="corrections" />,
    risky: includes.includes('risky') && levels.length > 1 && (
      <RiskSlider levels={levels} level={level} onMove={setLevel} />
    ),
    unknown: canCheck && <PaidCheck list={list} kind="recheck" />,
  };
  const isShown = (include: Include): boolean =>
    include === 'safe' ||
    partOf(include).rows > 0 ||
    (include === 'corrected' && list.suggested > 0) ||
    (include === 'unknown' && list.recheck !== undefined);
  const invalid = countInvalid(list, segments);
  const omitted = [
    invalid > 0 && t('list.left.invalid', { figure: invalid }),
    bounced > 0 && t('list.left.bounced', { figure: bounced }),
  ].filter(Boolean);
  return (
    <section className={`panel ${justFinished ? styles.arriving : ''}`}>
      <div className="between">
        <div>
          <p className={`headline ${styles.figure}`}>
            <strong>
              <CountUp value={rows} from={justFinished ? 0 : undefined} />
            </strong>{' '}
            {t(isAvailable ? 'list.chosen' : 'list.safe', { count: rows, total })}
          </p>
          {isAvailable && (
            <p className={`muted ${styles.bounces}`} role="status">
              {rows > 0 &&
                !isPending &&
                t(bounces < 0.5 ? 'list.fewBounces' : 'list.bounces', {
                  figure: Math.round(bounces),
                  share: format.share(bounces / rows),
                })}
            </p>
          )}
        </div>
        {isAvailable && (
          <div className={`unprinted wrap ${styles.take}`}>
            <Button
              variant="primary"
              icon="tray"
              busy={download.isPending}
              disabled={rows === 0}
              onClick={() =>
                download.mutate({
                  type: 'all',
                  include: [...includes],
                  ...options,
                  ...riskIf(includes, risk),
                })
              }
            >
              {t('list.download', { count: rows })}
            </Button>
            <FileOptionsControls list={list} options={options} onChange={setOptions} />
          </div>
        )}
      </div>
      <fieldset className={styles.segments}>
        <legend className="hidden">{t('list.question')}</legend>
        {INCLUDES.filter(isShown).map((include) => (
          <SegmentSwitch
            key={include}
            name={t(`list.include.${include}`)}
            {...partOf(include)}
            isCounted={!isPending}
            on={includes.includes(include)}
            onToggle={
              isAvailable
                ? (on) =>
                    setChosen(
                      INCLUDES.filter((each) => (each === include ? on : chosen.includes(each))),
                    )
                : undefined
            }
          >
            {details[include]}
          </SegmentSwitch>
        ))}
      </fieldset>
      {omitted.length > 0 && (
        <p className="small muted">{t('list.left.out', { parts: omitted.join(', ') })}</p>
      )}
    </section>
  );
}

const riskIf = (includes: readonly Include[], risk: RiskLevel): RiskLevel =>
  includes.includes('risky') ? risk : {};

interface SwitchProps {
  name: string;
  rows: number;
  bounces: number;
  isCounted: boolean;
  on: boolean;
  /** Undefined while the list has no result. */
  onToggle: ((on: boolean) => void) | undefined;
  children: ReactNode;
}

function SegmentSwitch({ name, rows, bounces, isCounted, on, onToggle, children }: SwitchProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div>
      <label className={styles.segment}>
        <input
          type="checkbox"
          role="switch"
          className={field.box}
          checked={on}
          disabled={rows === 0 || !onToggle}
          onChange={({ target }) => onToggle?.(target.checked)}
        />
        <span>{name}</span>
        <span className={styles.count}>
          <CountUp value={rows} />
        </span>
        {bounces > 0 && (
          <span className={`small muted ${styles.share}`}>
            {isCounted && t('list.bounceShare', { share: format.share(bounces / rows) })}
          </span>
        )}
      </label>
      {children && <div className={styles.details}>{children}</div>}
    </div>
  );
}

interface SliderProps {
  levels: readonly RiskLevel[];
  level: number;
  onMove: (level: number) => void;
}

function RiskSlider({ levels, level, onMove }: SliderProps) {
  const { t } = useTranslation();
  const id = useId();
  const { min_score: least } = levels[level] ?? {};
  const label = least === undefined ? t('list.risk.every') : t('list.risk.only', { least });
  return (
    <div className="unprinted">
      <label htmlFor={id} className="small">
        {t('list.risk.title')}
      </label>
      <input
        id={id}
        type="range"
        max={levels.length - 1}
        value={level}
        aria-valuetext={label}
        onChange={({ target }) => onMove(target.valueAsNumber)}
      />
      {/* Not announced, because the value text of the slider already contains the label. */}
      <output htmlFor={id} aria-live="off" className="small muted">
        {label}
      </output>
    </div>
  );
}
