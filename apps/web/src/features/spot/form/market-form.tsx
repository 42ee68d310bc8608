import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBook } from '../../../live/index.ts';
import { plain } from '../../../terminal/form/form-numbers.ts';
import { FormWarnings, GuardWarning, useGuardText } from '../../../terminal/form/guard-warning.tsx';
import { NumberField } from '../../../terminal/form/number-field.tsx';
import styles from '../../../terminal/form/order-form.module.css';
import { OrderSummary } from '../../../terminal/form/order-summary.tsx';
import { PercentSlider } from '../../../terminal/form/percent-slider.tsx';
import { RefusalNote, SubmitArea } from '../../../terminal/form/submit-area.tsx';
import { cleanDecimal, wireDecimal } from '../../../ui/clean-decimal.ts';
import { decimalsOfStep, formatFixed, formatUpTo } from '../../../ui/format.ts';
import { useSpotMarket } from '../market-context.ts';
import { AvailableLine } from './available-line.tsx';
import { CustomFeeToggle } from './custom-fee-toggle.tsx';
import { marketDraft } from './order-draft.ts';
import { type AmountBasis, marketAmountForPercent } from './order-form-logic.ts';
import { OrderReceipt, useReceiptLines } from './order-receipt.tsx';
import type { Side } from './receipt.ts';
import { useShortage } from './shortage.ts';
import { type MarketFields, useSpotForm } from './spot-form-store.ts';
import { useFieldErrors } from './use-field-errors.ts';
import { useFees, useFormContext } from './use-form-context.ts';
import { useSubmitOrder } from './use-submit-order.ts';

const emptyBookSides = { bids: [], asks: [], ready: false };

export function MarketForm({ side }: { side: Side }) {
  const { t } = useTranslation('spot');
  const market = useSpotMarket();
  const { stock, money } = market.info;
  const context = useFormContext(side);
  const { customFee } = useFees();
  const fields = useSpotForm((form) => form.market[side]);
  const basis = useSpotForm((form) => form.basis[side]);
  const setMarket = useSpotForm((form) => form.setMarket);
  const snapshot = useBook();
  const book = snapshot.market === market.name ? snapshot : emptyBookSides;
  const draft = marketDraft(fields, basis, context, book);
  const { lines, net } = useReceiptLines({
    side,
    receipt: draft.receipt,
    rates: context.rates,
    customFee,
    isEstimate: true,
  });
  const { state, submit, clear } = useSubmitOrder(`${market.name} market ${side}`);
  const openIfShort = useShortage();
  const [attempted, setAttempted] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const errors = useFieldErrors(draft.issues, attempted, state.fieldErrors);
  const guardText = useGuardText(draft);
  const unit = basis === 'money' ? money : stock;
  const isSaleForMoney = side === 'sell' && basis === 'money';

  function change(next: MarketFields): void {
    setMarket(side, next);
    clear();
  }

  function edit(typed: string): void {
    const decimals = basis === 'money' ? market.moneyDecimals : decimalsOfStep(context.amountStep);
    change({ amount: cleanDecimal(typed, decimals), percent: null });
  }

  function setBasis(next: AmountBasis): void {
    const form = useSpotForm.getState();
    form.set({ basis: { ...form.basis, [side]: next } });
    change({ amount: '', percent: null });
  }

  const amountText = formatUpTo(wireDecimal(fields.amount), 8, market.grouping);
  const label =
    fields.amount === ''
      ? t(`side.${side}`)
      : t(basis === 'money' ? 'form.buttonMoney' : 'form.button', {
          side: t(`side.${side}`),
          amount: amountText,
          ticker: unit,
          stock,
        });

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setAttempted(true);
    const [first] = draft.issues;
    if (first) {
      input.current?.focus();
      return openIfShort(first, context);
    }
    const created = await submit({
      side,
      request: {
        type: 'market',
        request: { pair: market.name, direction: side, amount: wireDecimal(fields.amount), amount_type: basis },
      },
      guard: draft.guard,
      title: label,
      summary: (
        <OrderSummary
          text={t(`confirm.market.${side}`, {
            amount: amountText,
            unit,
            stock,
            money,
            estimate: formatUpTo(plain(draft.estimate?.amount ?? draft.receipt.gross), 8, market.grouping),
            total: formatFixed(plain(net), market.moneyDisplay, market.grouping),
          })}
          lines={lines}
        />
      ),
      warning: guardText,
      typeToConfirm: wireDecimal(fields.amount),
    });
    if (!created) return;
    setAttempted(false);
    // What was typed while the answer was under way stays.
    if (useSpotForm.getState().market[side] === fields) setMarket(side, { amount: '', percent: null });
  }

  return (
    <form
      className={styles.panel}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      aria-label={t(`form.name.market.${side}`)}
    >
      <AvailableLine ticker={side === 'buy' ? money : stock} available={context.available} />
      <NumberField
        label={t('form.amount')}
        suffix={
          <select
            aria-label={t('form.basis')}
            value={basis}
            onChange={(event) => setBasis(event.currentTarget.value as AmountBasis)}
          >
            <option value="money">{money}</option>
            <option value="stock">{stock}</option>
          </select>
        }
        value={fields.amount}
        onChange={edit}
        error={errors.amount}
        hint={
          draft.estimate && !draft.estimate.averagePrice.isZero()
            ? t('form.averagePrice', {
                price: formatUpTo(plain(draft.estimate.averagePrice), market.info.price_prec, market.grouping),
                money,
              })
            : t('form.marketHint')
        }
        inputRef={input}
      />
      <PercentSlider
        value={fields.percent}
        disabled={context.available === null || isSaleForMoney}
        reason={isSaleForMoney ? t('form.shareInStock', { stock, money }) : undefined}
        onChange={(percent) => change({ percent, amount: marketAmountForPercent(percent, basis, context, book.asks) })}
      />
      <CustomFeeToggle />
      <OrderReceipt lines={lines} />
      <SubmitArea
        side={side}
        label={label}
        sending={state.sending}
        closed={market.info.status === 'open' ? null : t('form.closed')}
      />
      {draft.estimate && !draft.estimate.complete && fields.amount !== '' && (
        <p className={styles.hint}>{t('form.bookTooThin')}</p>
      )}
      <FormWarnings>{draft.issues.length === 0 && <GuardWarning guard={draft.guard} text={guardText} />}</FormWarnings>
      <RefusalNote messages={state.messages} />
    </form>
  );
}
