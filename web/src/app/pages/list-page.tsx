import { useTranslation } from 'react-i18next';
import type { ListedRow } from '../../../../shared/contract/list-rows.ts';
import { VerdictDetails } from '../../features/checks/verdict-details.tsx';
import { ListView } from '../../features/lists/page/list-view.tsx';
import { withTexts } from '../../i18n/i18n.ts';
import { lazyOptional } from '../../lib/lazy-optional.ts';
import { CopyButton } from '../../ui/button/copy-button.tsx';

/** Code and text of the first line of an SMTP reply (RFC 5321 §4.2). */
const REPLY_LINE = /^(\d{3})[ -]?(.*)$/s;

/** Lazily loaded, because it is not on the first screen. */
const Bounces = lazyOptional(
  async () => (await withTexts(import('../../features/bounces/bounces.tsx'), 'bounces')).Bounces,
);

export const ListPage = () => (
  <ListView
    explain={(row) => <RowDetails row={row} />}
    afterMailing={(list) => <Bounces list={list} />}
  />
);

function RowDetails({ row }: { row: ListedRow }) {
  const { t } = useTranslation();
  const { email, address, status, reason, flags, score, suggestion } = row;
  const [, code, text] = REPLY_LINE.exec(row.reply ?? '') ?? [];
  const reply = code === undefined ? undefined : { code: Number(code), text: text ?? '' };
  return (
    <VerdictDetails verdict={{ status, reason, flags, score, reply }}>
      {address !== '' && address !== email && <p>{t('list.rows.asked', { address })}</p>}
      {suggestion !== undefined && (
        <p>
          {t('common.suggestion', { email: suggestion })}{' '}
          {row.corrected_status && t(`checks.verdict.${row.corrected_status}`)}{' '}
          <CopyButton
            variant="quiet"
            text={suggestion}
            successMessage={t('list.rows.suggestionCopied')}
            aria-label={t('list.rows.copySuggestion', { email: suggestion })}
          />
        </p>
      )}
    </VerdictDetails>
  );
}
