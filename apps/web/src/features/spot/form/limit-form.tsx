import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTicker } from '../../../live/index.ts';
import { plain, plainFixed } from '../../../terminal/form/form-numbers.ts';
import { FormWarnings, GuardWarning, useGuardText } from '../../../terminal/form/guard-warning.tsx';
import { NumberField } from '../../../terminal/form/number-field.tsx';
import styles from '../../../terminal/form/order-form.module.css';
import { OrderSummary } from '../../../terminal/form/order-summary.tsx';
import { PercentSlider } from '../../../terminal/form/percent-slider.tsx';
import { RefusalNote, SubmitArea } from '../../../terminal/form/submit-area.tsx';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { formatUpTo } from '../../../ui/format.ts';
import { useSpotMarket } from '../market-context.ts';
import { AvailableLine } from './available-line.tsx';
import { CustomFeeToggle } from './custom-fee-toggle.tsx';
import { limitDraft, useMid, useOpposite } from './order-draft.ts';
import {
  afterSending,
  editAmount,
  editPercent,
  editPrice,
  editTotal,
  type FormField,
  followMarket,
} from './order-form-logic.ts';
import { OrderOptions } from './order-options.tsx';
import { OrderReceipt, useReceiptLines } from './order-receipt.tsx';
import type { Side } from './receipt.ts';
import { useShortage } from './shortage.ts';
import { useSpotForm } from './spot-form-store.ts';
import { useFieldErrors } from './use-field-errors.ts';
import { useFees, useFormContext } from './use-form-context.ts';
import { useSubmitOrder } from './use-submit-order.ts';

export function LimitForm({ side }: { side: Side }) {
  const { t } = useTranslation('spot');
  const market = useSpotMarket();
  const { stock, money } = market.info;
  const context = useFormContext(side);
  const { customFee } = useFees();
  const fields = useSpotForm((form) => form.limit[side]);
  const setLimit = useSpotForm((form) => form.setLimit);
  const last = useTicker(market.name)?.last;
  const postOnly = useSpotForm((form) => form.postOnly);
  const draft = limitDraft(fields, context, { mid: useMid(), opposite: useOpposite(side), postOnly });
  const { lines, net } = useReceiptLines({
    side,
    receipt: draft.receipt,
    rates: context.rates,
    customFee,
    isEstimate: false,
  });
  const { state, submit, clear } = useSubmitOrder(`${market.name} limit ${side}`);
  const openIfShort = useShortage();
  const [attempted, setAttempted] = useState(false);
  const inputs = {
    price: useRef<HTMLInputElement>(null),
    amount: useRef<HTMLInputElement>(null),
    total: useRef<HTMLInputElement>(null),
  };
  const errors = useFieldErrors(draft.issues, attempted, state.fieldErrors);
  const guardText = useGuardText(draft);
  const warnings = draft.wouldTake ? [t('terminal:guard.wouldTake')] : [];

  useEffect(() => {
    const followed = last === undefined ? fields : followMarket(fields, plainFixed(last, market.info.price_prec));
    if (followed !== fields) setLimit(side, followed);
  }, [last, market.info.price_prec, side, fields, setLimit]);

  function change(next: typeof fields): void {
    setLimit(side, next);
    clear();
  }

  const amountText = formatUpTo(wireDecimal(fields.amount), 8, market.grouping);
  const label =
    fields.amount === ''
      ? t(`side.${side}`)
      : t('form.button', { side: t(`side.${side}`), amount: amountText, ticker: stock });

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setAttempted(true);
    const first = draft.issues[0];
    if (first) {
      inputs[first.field as FormField].current?.focus();
      return openIfShort(first, context);
    }
    const { tif } = useSpotForm.getState();
    const price = wireDecimal(fields.price);
    const created = await submit({
      side,
      request: {
        type: 'limit',
        request: {
          pair: market.name,
          direction: side,
          price,
          amount: wireDecimal(fields.amount),
          tif,
          post_only: postOnly,
        },
      },
      guard: draft.guard,
      title: label,
      summary: (
        <OrderSummary
          text={t(`confirm.limit.${side}`, {
            amount: amountText,
            stock,
            price: formatUpTo(price, 8, market.grouping),
            money,
            total: formatUpTo(plain(net), 8, market.grouping),
          })}
          lines={lines}
          warnings={warnings}
        />
      ),
      warning: guardText,
      typeToConfirm: price,
      priceField: inputs.price,
    });
    if (!created) return;
    setAttempted(false);
    // What was typed while the answer was under way stays.
    if (useSpotForm.getState().limit[side] === fields) setLimit(side, afterSending(fields));
  }

  return (
    <form
      className={styles.panel}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      aria-label={t(`form.name.limit.${side}`)}
    >
      <AvailableLine ticker={side === 'buy' ? money : stock} available={context.available} />
      <div className={styles.priceAndAmount} data-price-and-amount>
        <NumberField
          label={t('form.price')}
          suffix={money}
          value={fields.price}
          onChange={(typed) => change(editPrice(fields, typed, context))}
          error={errors.price ?? warnings[0]}
          isAlert={state.isPriceRefused}
          inputRef={inputs.price}
        />
        <NumberField
          label={t('form.amount')}
          suffix={stock}
          value={fields.amount}
          onChange={(typed) => change(editAmount(fields, typed, context))}
          error={errors.amount}
          inputRef={inputs.amount}
        />
      </div>
      <PercentSlider
        value={fields.percent}
        disabled={context.available === null}
        onChange={(percent) => change(editPercent(fields, percent, context))}
      />
      <NumberField
        label={t('form.total')}
        suffix={money}
        value={fields.total}
        onChange={(typed) => change(editTotal(fields, typed, context))}
        error={errors.total}
        inputRef={inputs.total}
      />
      <OrderOptions />
      <CustomFeeToggle />
      <OrderReceipt lines={lines} />
      <SubmitArea
        side={side}
        label={label}
        sending={state.sending}
        closed={market.info.status === 'open' ? null : t('form.closed')}
      />
      <FormWarnings>{draft.issues.length === 0 && <GuardWarning guard={draft.guard} text={guardText} />}</FormWarnings>
      <RefusalNote messages={state.messages} />
    </form>
  );
}
