import { Button } from '@mantine/core';
import type { OfferView } from '@pelican/shared/contracts/loans';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { finishOffer } from '../../../api/loans.ts';
import { editOfferPath } from '../../../platform/paths.ts';
import { confirm } from '../../../ui/confirm.ts';
import { notify } from '../../../ui/notify.ts';
import { moneyText } from '../figures.tsx';
import styles from '../loans.module.css';
import { useLoanAct } from '../use-loan-act.ts';

/** An open offer can be changed and ended. */
export function OfferActions({ offer }: { offer: OfferView }) {
  const { t } = useTranslation('loans');
  const { id, state, free_amount, fiat_currency } = offer;
  const { act, sending } = useLoanAct({ scope: `finish offer ${id}`, send: finishOffer, isNotified: true });
  if (state !== 'open') return null;
  const finish = async () => {
    const isSure = await confirm({
      title: t('finish.ask', { id }),
      body: t('finish.text', { free: moneyText(free_amount, fiat_currency) }),
      confirmLabel: t('finish.verb'),
      tone: 'danger',
    });
    if (isSure) await act(id, () => notify.success(t('finish.done', { id })));
  };
  return (
    <div className={`${styles.actions} ${styles.thumb}`}>
      <Button component={Link} to={editOfferPath(id)}>
        {t('edit.open')}
      </Button>
      <Button variant="default" loading={sending} onClick={() => void finish()}>
        {t('finish.verb')}
      </Button>
    </div>
  );
}
