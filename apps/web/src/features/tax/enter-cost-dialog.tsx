import { Button } from '@mantine/core';
import { type TaxLot, taxCostBody } from '@pelican/shared/contracts/tax';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../api/api-error.ts';
import { enterTaxCost, taxKeys } from '../../api/tax.ts';
import { problemWith } from '../../identity/validate.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notify.ts';
import styles from './tax.module.css';

/** What a lot that came from outside cost. */
export function EnterCostDialog({ lot, onClose }: { lot: TaxLot; onClose: () => void }) {
  const { t } = useTranslation('tax');
  const client = useQueryClient();
  const [cost, setCost] = useState(lot.isKnown ? lot.cost : '');
  const [isWrong, setIsWrong] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: enterTaxCost,
    onSuccess: () => {
      notify.success(t('enterCost.saved'));
      onClose();
    },
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('enterCost.failed') }),
    onSettled: () => client.invalidateQueries({ queryKey: taxKeys.all }),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const request = { reference: lot.reference, cost };
    const isRight = problemWith(taxCostBody, request) === undefined;
    setIsWrong(!isRight);
    if (isRight) mutate(request);
  };
  return (
    <Dialog title={t('enterCost.title')} onClose={onClose}>
      <form className={styles.form} onSubmit={send} noValidate>
        <p>{t('enterCost.about', { quantity: lot.quantity, ticker: lot.ticker })}</p>
        <DecimalInput
          data-autofocus
          label={t('enterCost.field')}
          description={t('enterCost.hint')}
          value={cost}
          onChange={setCost}
          decimals={2}
          error={isWrong ? t('enterCost.invalid') : undefined}
        />
        <div className={styles.status}>
          <Button type="submit" loading={isPending}>
            {t('enterCost.save')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('enterCost.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
