/** The two changes of a deletion request, and what of the client follows from them. */
import type { DeletionState } from '@pelican/shared/contracts/deletion';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { deletionQuery, withdrawDeletion } from '../../../api/deletion.ts';
import { generalSettingsQuery } from '../../../api/settings.ts';
import { addMessages } from '../../../platform/i18n.ts';
import { notify } from '../../../ui/notify.ts';
import english from './locales/en.json';

addMessages('settings-deletion', english);

/** Takes over the state that the server answered: the page of the deletion and the banner of all pages show it. */
export function useNewDeletionState(): (state: DeletionState) => void {
  const client = useQueryClient();
  return (state) => {
    client.setQueryData(deletionQuery.queryKey, state);
    client.setQueryData(generalSettingsQuery.queryKey, (known) => known && { ...known, deletes_at: state.deletesAt });
  };
}

/** Withdraws the deletion request. */
export function useKeepAccount() {
  const { t } = useTranslation('settings-deletion');
  const takeOver = useNewDeletionState();
  return useMutation({
    mutationFn: withdrawDeletion,
    onSuccess: (state) => {
      takeOver(state);
      notify.success(t('kept'));
    },
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('notKept') }),
  });
}
