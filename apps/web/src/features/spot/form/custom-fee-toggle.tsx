import type { TradeSettings } from '@pelican/shared/contracts/settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { useSession } from '../../../api/session.ts';
import { setCustomFee } from '../../../api/settings.ts';
import { tradeSettingsQuery } from '../../../api/spot.ts';
import { systemQuery } from '../../../api/system.ts';
import controls from '../../../terminal/parts/controls.module.css';
import { notify } from '../../../ui/notify.ts';

/** Fees in the service token. Flips at once; a failure turns it off, because the server's state is then unknown. */
export function CustomFeeToggle() {
  const { t } = useTranslation('spot');
  const client = useQueryClient();
  const { isSignedIn, status } = useSession();
  const { data: settings } = useQuery({ ...tradeSettingsQuery, enabled: isSignedIn });
  const { data: system } = useQuery(systemQuery);
  const show = (isCustomFeeEnabled: boolean) =>
    client.setQueryData<TradeSettings>(
      tradeSettingsQuery.queryKey,
      (known) => known && { ...known, isCustomFeeEnabled },
    );
  const { mutate, isPending } = useMutation({
    mutationFn: setCustomFee,
    onMutate: show,
    onSuccess: ({ customfee }) => show(customfee === 1),
    onError: (error) => {
      show(false);
      notify.error(messagesOf(error).join(' '));
    },
    onSettled: () => client.invalidateQueries({ queryKey: tradeSettingsQuery.queryKey }),
  });
  if (status === 'anonymous') return null;
  // Its place is kept, so that the button below does not move when the settings arrive.
  if (!settings || !system) return <span className={controls.check} />;
  return (
    <label className={controls.check}>
      <input
        type="checkbox"
        checked={settings.isCustomFeeEnabled}
        disabled={isPending}
        onChange={(event) => mutate(event.currentTarget.checked)}
      />
      {t('form.customFee', { ticker: system.service_ticker })}
    </label>
  );
}
