import { useTranslation } from 'react-i18next';
import type { ListedRow } from '../../../../shared/contract/list-rows.ts';
import { VerdictWords } from '../../features/checks/verdict-words.tsx';
import { ListView } from '../../features/lists/page/list-view.tsx';
import { CopyButton } from '../../ui/button/copy-button.tsx';

/** Code and text in the first line of a reply (RFC 5321 §4.2). */
const REPLY = /^(\d{3})[ -]?(.*)$/s;

export const ListPage = () => <ListView explain={(row) => <RowWords row={row} />} />;

function RowWords({ row }: { row: ListedRow }) {
  const { t } = useTranslation();
  const { email, address, status, reason, flags, score, suggestion } = row;
  const [, code, text] = REPLY.exec(row.reply ?? '') ?? [];
  const reply = code === undefined ? undefined : { code: Number(code), text: text ?? '' };
  return (
    <VerdictWords verdict={{ status, reason, flags, score, reply }}>
      {address !== '' && address !== email && <p>{t('list.rows.asked', { address })}</p>}
      {suggestion !== undefined && (
        <p>
          {t('common.suggestion', { email: suggestion })}{' '}
          <CopyButton
            variant="quiet"
            text={suggestion}
            done={t('list.rows.suggestionCopied')}
            aria-label={t('list.rows.copySuggestion', { email: suggestion })}
          />
        </p>
      )}
    </VerdictWords>
  );
}
