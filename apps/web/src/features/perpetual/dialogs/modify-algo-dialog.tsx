import { NativeSelect } from '@mantine/core';
import type { AmendAlgoRequest, PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amendAlgo } from '../../../api/perpetual.ts';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { moneyOf, pairText } from '../../../ui/pair.ts';
import { useFormulaInstrument } from '../account/instruments.ts';
import { accountMessages } from '../account/messages.ts';
import { actionText } from '../account/order-words.ts';
import { decimalsOf } from '../account/sizes.ts';
import { DialogButtons, Refusal } from './dialog-parts.tsx';
import styles from './dialogs.module.css';
import { LegFields } from './leg-fields.tsx';
import { amendedLegs, isSet, legsOf, type Source } from './legs.ts';

const marketPrice = '-1';

interface ModifyAlgoDialogProps {
  algo: PerpetualOrder;
  onClose: () => void;
}

/** Changes where an algo fires, what it then sends and how much of it, as long as it has not fired. */
export function ModifyAlgoDialog({ algo, onClose }: ModifyAlgoDialogProps) {
  const { t } = useTranslation(accountMessages);
  const instrument = useFormulaInstrument(algo.market);
  const isTrigger = algo.type === 'trigger';
  const [size, setSize] = useState(Number(algo.sz) === 0 ? '' : algo.sz);
  const [trigger, setTrigger] = useState(algo.trigger_price);
  const [price, setPrice] = useState(algo.price === marketPrice ? '' : algo.price);
  const [source, setSource] = useState<Source>((algo.trigger_px_type || 'last') as Source);
  const [legs, setLegs] = useState(() => legsOf(algo));
  const [checked, setChecked] = useState(false);
  const isMissing = isTrigger ? isZeroDecimal(wireDecimal(trigger)) : !isSet(legs.tp) && !isSet(legs.sl);
  const priceDecimals = instrument ? decimalsOf(instrument.tickSize) : 8;
  const money = moneyOf(algo.market);

  function request(): AmendAlgoRequest {
    const orderPrice = isZeroDecimal(wireDecimal(price)) ? marketPrice : wireDecimal(price);
    return {
      market: algo.market,
      algo_id: algo.id,
      ...(size === '' || size === algo.sz ? {} : { sz: wireDecimal(size) }),
      ...(isTrigger
        ? { trigger_price: wireDecimal(trigger), trigger_order_price: orderPrice, trigger_px_type: source }
        : amendedLegs(legsOf(algo), legs)),
    };
  }

  const amend = useMutation({ mutationFn: () => amendAlgo(request()) });
  const edit = (change: () => void) => {
    change();
    amend.reset();
  };

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (isMissing) return;
    amend.mutate(undefined, {
      onSuccess: () => {
        notify.success(t('modify.done', { pair: pairText(algo.market) }));
        onClose();
      },
    });
  }

  return (
    <Dialog title={t('modify.algoTitle')} onClose={onClose}>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        <p className={styles.who}>
          {pairText(algo.market)} <span className={algo.side}>{actionText(algo, t)}</span>
        </p>
        {isTrigger ? (
          <>
            <div className={styles.pairOfFields}>
              <DecimalInput
                data-autofocus
                label={t('tpsl.trigger')}
                decimals={priceDecimals}
                value={trigger}
                onChange={(next) => edit(() => setTrigger(next))}
                error={checked && isMissing ? t('close.problem.price') : undefined}
              />
              <NativeSelect
                label={t('tpsl.by')}
                data={(['last', 'mark', 'index'] as const).map((value) => ({ value, label: t(`source.${value}`) }))}
                value={source}
                onChange={(event) => {
                  const next = event.currentTarget.value as Source;
                  edit(() => setSource(next));
                }}
              />
            </div>
            <DecimalInput
              label={t('tpsl.price')}
              placeholder={t('tpsl.market')}
              decimals={priceDecimals}
              value={price}
              onChange={(next) => edit(() => setPrice(next))}
            />
          </>
        ) : (
          (['tp', 'sl'] as const).map((name) => (
            <LegFields
              key={name}
              name={name}
              leg={legs[name]}
              onChange={(leg) => edit(() => setLegs({ ...legs, [name]: leg }))}
              priceDecimals={priceDecimals}
              ticker={money}
              error={checked && isMissing ? t('tpsl.missing') : undefined}
            />
          ))
        )}
        <DecimalInput
          label={t('close.size')}
          placeholder={t('size.whole')}
          decimals={instrument ? decimalsOf(instrument.lotSize) : 2}
          value={size}
          onChange={(next) => edit(() => setSize(next))}
        />
        <Refusal error={amend.error} />
        <DialogButtons action={t('modify.do')} onCancel={onClose} isPending={amend.isPending} />
      </form>
    </Dialog>
  );
}
