import { useTranslation } from 'react-i18next';
import type { ListDetail } from '../../../../shared/contract/list-detail.ts';
import { isFinalStatus, LIST_STATUS } from '../../../../shared/model/list-status.ts';
import { UserView } from '../../features/admin/user-view.tsx';
import { isSampling } from '../../features/lists/row/expected-result.ts';
import { statusViewOf } from '../../features/lists/row/status-view.ts';
import { translateMessage } from '../../i18n/i18n.ts';
import { Icon } from '../../ui/icon.tsx';

export const UserPage = () => <UserView statusOf={(list) => <Status list={list} />} />;

/** Shows what the customer sees: a recheck's status, and `working` during a preview. */
function Status({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const { recheck } = list;
  const { status, reason } = recheck && !isFinalStatus(recheck.status) ? recheck : list;
  const sampling = isSampling(list);
  const { name, icon, tone } = statusViewOf(sampling ? LIST_STATUS.working : status);
  return (
    <>
      <p className="wrap toned" data-tone={tone}>
        <Icon name={icon} />
        {sampling ? t('admin.lists.sampling') : t(`lists.status.${name}`)}
      </p>
      <p className="small">
        {reason === null ? t(`lists.message.${name}`) : `${translateMessage(`reason.${reason}`)}.`}
      </p>
    </>
  );
}
