import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../shared/client/api-error.ts';
import { memberRoutes, type Members } from '../../../../shared/contract/members.ts';
import { type SecuritySettings, securityRoutes } from '../../../../shared/contract/security.ts';
import { isShownKey, isUsableBy } from '../../../../shared/model/access.ts';
import { useApi } from '../../lib/api.ts';
import { Button } from '../../ui/button/button.tsx';
import { Modal, ModalActions } from '../../ui/dialog/modal.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { QueryContent } from '../../ui/table/loaded.tsx';

type Member = Members['members'][number];
type Item = SecuritySettings['access'][number];

interface Props {
  /** The person, with the role that they had. */
  person: Member;
  onClose: () => void;
}

const keyOf = ({ kind, id }: Item): string => `${kind} ${id}`;
const nameOf = ({ name, email }: Member): string => name || email;

/** Reads what a person may still use after they leave or lose a role. */
function useUsableAccess(person: Member) {
  const api = useApi();
  return useQuery({
    queryKey: ['security'],
    queryFn: async ({ signal }) => (await api(securityRoutes.getSecurity, {}, { signal })).data,
    select: (security) => security.access.filter((item) => isUsableBy(person, item)),
  });
}

function useItemName() {
  const { t } = useTranslation();
  return ({ kind, id, name }: Item): string =>
    isShownKey(id)
      ? t(`members.keys.${id === 'test' ? 'test' : 'first'}`)
      : `${t(`security.access.kinds.${kind}`)} · ${name}`;
}

/** Offers to revoke what a person may still use. Shows nothing if that is nothing. */
export function RevokeAccess({ person, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const itemName = useItemName();
  const [kept, setKept] = useState<readonly string[]>([]);
  const items = useUsableAccess(person).data ?? [];
  const revoke = useMutation({
    mutationFn: async () => {
      for (const item of items) {
        if (kept.includes(keyOf(item))) continue;
        try {
          await api(securityRoutes.endAccess, { body: { kind: item.kind, id: item.id } });
        } catch (failure) {
          // An earlier attempt, which failed at a later item, or the end of its key has ended it.
          if (!(failure instanceof ApiError && failure.code === 'not_found')) throw failure;
        }
      }
    },
    onSuccess: () => {
      toast.success(t('members.remove.replaced'));
      onClose();
    },
  });
  if (items.length === 0) return null;
  return (
    <Modal
      open
      onClose={onClose}
      title={t('members.remove.ended', { name: nameOf(person) })}
      text={t('members.remove.replaceText')}
    >
      {items.map((item) => (
        <CheckboxField
          key={keyOf(item)}
          label={itemName(item)}
          checked={!kept.includes(keyOf(item))}
          onChange={({ target }) => {
            const others = kept.filter((each) => each !== keyOf(item));
            setKept(target.checked ? others : [...others, keyOf(item)]);
          }}
        />
      ))}
      <ModalActions>
        <Button onClick={onClose}>{t('members.remove.later')}</Button>
        <Button variant="danger" busy={revoke.isPending} onClick={() => revoke.mutate()}>
          {t('members.remove.replace')}
        </Button>
      </ModalActions>
    </Modal>
  );
}

/** Removes a member, after showing what they may still use. */
export function RemoveMember({
  person,
  onRemoved,
  onClose,
}: Props & { onRemoved: () => Promise<void> }) {
  const { t } = useTranslation();
  const api = useApi();
  const itemName = useItemName();
  const name = nameOf(person);
  const access = useUsableAccess(person);
  const remove = useMutation({
    mutationFn: () => api(memberRoutes.removeMember, { params: { id: person.id } }),
    onSuccess: () => {
      toast.success(t('members.remove.done', { name }));
      void onRemoved();
      onClose();
    },
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={t('members.remove.title', { name })}
      text={t('members.remove.text')}
    >
      <QueryContent query={access} failed={t('members.keys.failed')}>
        {access.data && access.data.length > 0 && (
          <div>
            <p>{t('members.remove.keys', { name })}</p>
            <ul>
              {access.data.map((item) => (
                <li key={keyOf(item)}>{itemName(item)}</li>
              ))}
            </ul>
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
