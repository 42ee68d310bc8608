import { Switch } from '@mantine/core';
import type { AllowList } from '@pelican/shared/contracts/saved-addresses';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { savedAddressesKey, switchAllowList } from '../../../api/saved-addresses.ts';
import { formatDateTime } from '../../../ui/format-time.ts';
import { notify } from '../../../ui/notify.ts';

/** On at once; after it was switched off, until when it stays on. The proof is asked for in a dialog of its own. */
export function AllowListSwitch({ allowList: { enabled, endsAt, waitHours } }: { allowList: AllowList }) {
  const { t } = useTranslation('withdrawals-addresses');
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: switchAllowList,
    onSuccess: (_, isOn) => notify.success(t(isOn ? 'allowList.on' : 'allowList.off')),
    onError: (error) => notify.error(messagesOf(error).join(' ')),
    onSettled: () => client.invalidateQueries({ queryKey: [...savedAddressesKey] }),
  });
  return (
    <>
      <Switch
        label={t('allowList.label')}
        description={t('allowList.hint', { hours: waitHours })}
        checked={enabled && endsAt === null}
        disabled={isPending}
        onChange={(event) => mutate(event.currentTarget.checked)}
      />
      {endsAt !== null && <p role="status">{t('allowList.ends', { time: formatDateTime(endsAt) })}</p>}
    </>
  );
}
