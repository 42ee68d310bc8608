import type { PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amendOrder } from '../../../api/perpetual.ts';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { compareDecimals, isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatUpTo } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.ts';
import { moneyOf, pairText, stockOf } from '../../../ui/pair.ts';
import { useFormulaInstrument } from '../account/instruments.ts';
import { accountMessages } from '../account/messages.ts';
import { actionText } from '../account/order-words.ts';
import { coinsOf, decimalsOf } from '../account/sizes.ts';
import { DialogButtons, Refusal } from './dialog-parts.tsx';
import styles from './dialogs.module.css';
import { LegFields } from './leg-fields.tsx';
import { amendedLegs, legsOf } from './legs.ts';

interface ModifyOrderDialogProps {
  order: PerpetualOrder;
  onClose: () => void;
}

/** Changes price, size, and (until they are armed) the attached TP and SL of an open order, in one step. */
export function ModifyOrderDialog({ order, onClose }: ModifyOrderDialogProps) {
  const { t } = useTranslation(accountMessages);
  const instrument = useFormulaInstrument(order.market);
  const [price, setPrice] = useState(order.price);
  const [size, setSize] = useState(order.sz);
  const [legs, setLegs] = useState(() => legsOf(order));
  const [checked, setChecked] = useState(false);
  const priceField = useRef<HTMLInputElement>(null);
  const sizeField = useRef<HTMLInputElement>(null);
  const amend = useMutation({
    mutationFn: () =>
      amendOrder({
        market: order.market,
        order_id: order.id,
        ...(compareDecimals(wireDecimal(price), order.price) === 0 ? {} : { price: wireDecimal(price) }),
        ...(compareDecimals(wireDecimal(size), order.sz) === 0 ? {} : { sz: wireDecimal(size) }),
        ...amendedLegs(legsOf(order), legs),
      }),
  });
  const priceProblem = isZeroDecimal(wireDecimal(price)) ? 'price' : null;
  const sizeProblem = isZeroDecimal(wireDecimal(size))
    ? 'missing'
    : compareDecimals(wireDecimal(size), order.fill_sz) < 0
      ? 'belowFilled'
      : null;
  // Once it has traded, its legs are an algo of their own.
  const hasOpenLegs = !order.reduce_only && order.status === 'live';
  const money = moneyOf(order.market);
  const priceDecimals = instrument ? decimalsOf(instrument.tickSize) : 8;

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (priceProblem) {
      priceField.current?.focus();
      return;
    }
    if (sizeProblem) {
      sizeField.current?.focus();
      return;
    }
    amend.mutate(undefined, {
      onSuccess: () => {
        notify.success(t('modify.done', { pair: pairText(order.market) }));
        onClose();
      },
    });
  }

  return (
    <Dialog title={t('modify.title')} onClose={onClose}>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        <p className={styles.who}>
          {pairText(order.market)} <span className={order.side}>{actionText(order, t)}</span>
        </p>
        <DecimalInput
          ref={priceField}
          data-autofocus
          label={t('close.price', { ticker: money })}
          size="md"
          decimals={priceDecimals}
          value={price}
          onChange={(next) => {
            setPrice(next);
            amend.reset();
          }}
          error={checked && priceProblem ? t('close.problem.price') : undefined}
        />
        <DecimalInput
          ref={sizeField}
          label={t('modify.size')}
          size="md"
          decimals={instrument ? decimalsOf(instrument.lotSize) : 2}
          value={size}
          onChange={(next) => {
            setSize(next);
            amend.reset();
          }}
          error={
            checked && sizeProblem
              ? t(sizeProblem === 'missing' ? 'close.problem.missing' : 'modify.belowFilled', { filled: order.fill_sz })
              : undefined
          }
          description={
            instrument && `${formatUpTo(coinsOf(instrument, wireDecimal(size)), 8)} ${stockOf(order.market)}`
          }
        />
        {hasOpenLegs &&
          (['tp', 'sl'] as const).map((name) => (
            <LegFields
              key={name}
              name={name}
              leg={legs[name]}
              onChange={(leg) => setLegs({ ...legs, [name]: leg })}
              priceDecimals={priceDecimals}
              ticker={money}
            />
          ))}
        <p className="hint">{t('modify.queue')}</p>
        <Refusal error={amend.error} />
        <DialogButtons action={t('modify.do')} onCancel={onClose} isPending={amend.isPending} />
      </form>
    </Dialog>
  );
}
