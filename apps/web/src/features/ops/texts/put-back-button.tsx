import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { messagesOf } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { refreshConsole } from '../../../api/operators.ts';
import { paths } from '../../../platform/paths.ts';
import { confirm } from '../../../ui/confirm.ts';
import { notify } from '../../../ui/notify.ts';
import { sayRequested } from '../parts/say-requested.ts';
import './messages.ts';

interface PutBackButtonProps {
  id: string;
  version: number;
  /** Null: it is gone, and the change is deleted. */
  original: string | null;
}

/** Ends a change of a text. */
export function PutBackButton({ id, version, original }: PutBackButtonProps) {
  const { t } = useTranslation('ops-texts');
  const client = useQueryClient();
  const navigate = useNavigate();
  const isGone = original === null;
  const putBack = useMutation({
    mutationFn: () => call('POST /v2/ops/texts/:id/original', { params: { id }, body: { version } }),
    onSuccess: ({ status }) => {
      if (status === 'requested') return sayRequested();
      notify.success(t(isGone ? 'deleted' : 'putBackDone'));
      // Nothing is left of it.
      if (isGone) void navigate(`${paths.operators}/texts?which=stale`);
      void refreshConsole(client);
    },
    onError: (error) => {
      notify.error(messagesOf(error).join(' '));
      void refreshConsole(client);
    },
  });
  const ask = async () => {
    const question = isGone
      ? { title: t('deleteTitle'), body: t('deleteBody'), confirmLabel: t('delete'), tone: 'danger' as const }
      : { title: t('putBackTitle'), body: t('putBackBody', { original }), confirmLabel: t('putBack') };
    if (await confirm(question)) putBack.mutate();
  };
  return (
    <Button variant="default" loading={putBack.isPending} onClick={() => void ask()}>
      {t(isGone ? 'delete' : 'putBack')}
    </Button>
  );
}
