import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changeGeneralSettings, generalSettingsQuery } from '../../../api/settings.ts';
import { PhoneVerification } from '../../../identity/phone-verification.tsx';
import { addMessages } from '../../../platform/i18n.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import english from './locales/en.json';

addMessages('settings-profile', english);

/** Asks for a telephone, once: the answer is kept, whatever it is. */
export function PhoneQuestion() {
  const { t } = useTranslation('settings-profile');
  const client = useQueryClient();
  const answer = useMutation({
    mutationFn: () => changeGeneralSettings({ phone_asked: true }),
    onMutate: () =>
      client.setQueryData(generalSettingsQuery.queryKey, (known) => known && { ...known, phoneUpdated: false }),
    onSettled: () => client.invalidateQueries({ queryKey: generalSettingsQuery.queryKey }),
  });
  return (
    <Dialog title={t('phone.add')} onClose={() => answer.mutate()}>
      <PhoneVerification
        onDone={(phone) => {
          notify.success(t('phone.done', { phone }));
          answer.mutate();
        }}
        onClose={() => answer.mutate()}
        closeLabel={t('phone.notNow')}
      />
    </Dialog>
  );
}
