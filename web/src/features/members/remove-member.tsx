import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../shared/client/api-error.ts';
import { memberRoutes, type Members } from '../../../../shared/contract/members.ts';
import { type SecuritySettings, securityRoutes } from '../../../../shared/contract/security.ts';
import { isShownKey } from '../../../../shared/model/access.ts';
import { useApi } from '../../lib/api.ts';
import { useMay } from '../../lib/me.ts';
import { Button } from '../../ui/button/button.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';

type Key = SecuritySettings['access'][number];

interface Props extends Pick<Members['members'][number], 'id' | 'name' | 'role' | 'since'> {
  onRemoved: () => Promise<void>;
  onClose: () => void;
}

/**
 * Removes a member, then offers to replace the keys that the person could have read: keys created
 * since the person joined and, for an administrator, the keys that administrators can read.
 */
export function RemoveMember({ id, name, role, since, onRemoved, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const [isRemoved, setIsRemoved] = useState(false);
  const isReadable = ({ kind, id: key, added_at: at }: Key): boolean => {
    if (kind !== 'key') return false;
    return isShownKey(key) ? role === 'admin' : at !== null && since !== null && at >= since;
  };
  const access = useQuery({
    enabled: useMay()('person'),
    queryKey: ['security'],
    queryFn: async ({ signal }) => (await api(securityRoutes.getSecurity, {}, { signal })).data,
    select: (security) => security.access.filter(isReadable),
  });
  const keys = access.data ?? [];
  const remove = useMutation({
    mutationFn: () => api(memberRoutes.removeMember, { params: { id } }),
    onSuccess: () => {
      toast.success(t('members.remove.done', { name }));
      void onRemoved();
      if (keys.length > 0) setIsRemoved(true);
      else onClose();
    },
  });
  const replace = useMutation({
    mutationFn: async () => {
      for (const { kind, id: key } of keys)
        try {
          await api(securityRoutes.endAccess, { body: { kind, id: key } });
        } catch (failure) {
          // An earlier attempt has already revoked this key, and failed at a later one.
          if (!(failure instanceof ApiError && failure.code === 'not_found')) throw failure;
        }
    },
    onSuccess: () => {
      toast.success(t('members.remove.replaced'));
      onClose();
    },
  });
  const list = (
    <ul>
      {keys.map((key) => (
        <li key={key.id}>
          {isShownKey(key.id)
            ? t(`members.keys.${key.id === 'test' ? 'test' : 'first'}`)
            : key.name}
        </li>
      ))}
    </ul>
  );
  if (isRemoved)
    return (
      <Modal
        key="keys"
        open
        onClose={onClose}
        title={t('members.remove.ended', { name })}
        text={t('members.remove.replaceText')}
      >
        {list}
        <ModalActions>
          <Button onClick={onClose}>{t('members.remove.later')}</Button>
          <Button variant="danger" busy={replace.isPending} onClick={() => replace.mutate()}>
            {t('members.remove.replace')}
          </Button>
        </ModalActions>
      </Modal>
    );
  return (
    <Modal
      open
      onClose={onClose}
      title={t('members.remove.title', { name })}
      text={t('members.remove.text')}
    >
      <QueryContent query={access} failed={t('members.keys.failed')}>
        {keys.length > 0 && (
          <div>
            <p>{t('members.remove.keys', { name })}</p>
            {list}
          </div>
        )}
      </QueryContent>
      <ModalActions onCancel={onClose}>
        <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
          {t('members.remove.action')}
        </Button>
      </ModalActions>
    </Modal>
  );
}
