import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../api/api-error.ts';
import { generalSettingsQuery, setCustomFee } from '../../api/settings.ts';
import { spotKeys } from '../../api/spot.ts';
import { notify } from '../../ui/notify.ts';

/** Fees in the service token: kept by the server, because the engine charges by it. */
export function CustomFee() {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const { data } = useQuery(generalSettingsQuery);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: setCustomFee,
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('customFee.failed') }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: generalSettingsQuery.queryKey }),
        client.invalidateQueries({ queryKey: spotKeys.settings }),
      ]),
  });
  return (
    <Switch
      label={t('customFee.label')}
      description={t('customFee.hint')}
      disabled={!data}
      checked={isPending ? variables : (data?.isCustomFeeEnabled ?? false)}
      onChange={(event) => mutate(event.currentTarget.checked)}
    />
  );
}
