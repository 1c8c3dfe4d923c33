import { isFinal } from '../../../../shared/model/list-status.ts';
import { UserView } from '../../features/admin/user-view.tsx';
import { StatusText } from '../../features/lists/page/status-text.tsx';

/** The page of a user for administrators, with the status of lists as the customer sees it. */
export const UserPage = () => (
  <UserView
    statusOf={({ recheck, ...list }) => (
      <StatusText row={{ ...list, ...(recheck && !isFinal(recheck.status) && recheck) }} />
    )}
  />
);
