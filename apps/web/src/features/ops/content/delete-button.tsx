import { Button } from '@mantine/core';
import type { Submission } from '@pelican/shared/contracts/operations';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { confirm } from '../../../ui/confirm.ts';
import { notify } from '../../../ui/notify.ts';
import { sayRequested } from '../parts/say-requested.ts';

interface DeleteButtonProps {
  question: string;
  remove: () => Promise<Submission>;
  onDeleted: () => void;
}

/** Deletes after a question. */
export function DeleteButton({ question, remove, onDeleted }: DeleteButtonProps) {
  const { t } = useTranslation('ops-content');
  const deletion = useMutation({
    mutationFn: remove,
    onSuccess: ({ status }) => (status === 'requested' ? sayRequested() : onDeleted()),
    onError: (error) => notify.error(messagesOf(error).join(' ')),
  });
  const ask = async () => {
    if (await confirm({ title: question, body: t('deleteBody'), confirmLabel: t('delete'), tone: 'danger' }))
      deletion.mutate();
  };
  return (
    <Button variant="default" loading={deletion.isPending} onClick={() => void ask()}>
      {t('delete')}
    </Button>
  );
}
