import { Button } from '@mantine/core';
import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTicker } from '../../../../live/index.ts';
import { type Decimal, plain, toDecimal } from '../../../../terminal/form/form-numbers.ts';
import { FormWarnings, GuardWarning } from '../../../../terminal/form/guard-warning.tsx';
import { guardPrice, type PriceGuard } from '../../../../terminal/form/market-estimate.ts';
import { RefusalNote } from '../../../../terminal/form/submit-area.tsx';
import { wireDecimal } from '../../../../ui/clean-decimal.ts';
import { confirm } from '../../../../ui/confirm.ts';
import { DecimalInput } from '../../../../ui/decimal-input.tsx';
import { decimalsOfStep, formatUpTo } from '../../../../ui/format.ts';
import { SideLabel } from '../../../../ui/numbers.tsx';
import { pairText } from '../../../../ui/pair.ts';
import { useFieldErrors } from '../../form/use-field-errors.ts';
import { useFormContext } from '../../form/use-form-context.ts';
import { useSpotMarket } from '../../market-context.ts';
import { type AmendedFields, amendmentIssues, amendmentOf, changedFields, queuePlace } from './amendment.ts';
import { modifyMessages } from './messages.ts';
import styles from './modify-order-dialog.module.css';
import { useAmendment } from './use-amendment.ts';

interface ModifyOrderFormProps {
  order: SpotOrder;
  onClose: () => void;
}

/** How far a price is from the last trade of the order's market, which need not be the one whose book is on screen. */
function useGuard(price: Decimal, isChanged: boolean): { guard: PriceGuard; text: string } {
  const { t } = useTranslation(modifyMessages);
  const { name, info, grouping } = useSpotMarket();
  const last = toDecimal(useTicker(name)?.last ?? info.market.price);
  const guard = isChanged ? guardPrice(price, last) : 'ok';
  if (guard === 'ok') return { guard, text: '' };
  const percent = price.div(last).minus(1).times(100);
  const text = t(percent.isNegative() ? 'guard.below' : 'guard.above', {
    percent: plain(percent.abs().toDecimalPlaces(1)),
    last: formatUpTo(plain(last), info.price_prec, grouping),
    money: info.money,
  });
  return { guard, text };
}

/**
 * The fields of the form: as typed, else as the order is, which may be changed elsewhere while the dialog is open. A text
 * that said the same as the order before such a change asks for nothing, and follows it too.
 */
function useAmendedFields(order: SpotOrder): [AmendedFields, (next: Partial<AmendedFields>) => void] {
  const [known, setKnown] = useState(order);
  const [typed, setTyped] = useState<Partial<AmendedFields>>({});
  if (known !== order) {
    setKnown(order);
    setTyped(changedFields(known, typed));
  }
  const { price, amount } = order;
  return [{ price, amount, ...typed }, (next) => setTyped({ ...typed, ...next })];
}

export function ModifyOrderForm({ order, onClose }: ModifyOrderFormProps) {
  const { t } = useTranslation(modifyMessages);
  const { info, grouping } = useSpotMarket();
  const side = order.side === 2 ? 'buy' : 'sell';
  const context = useFormContext(side);
  const [fields, type] = useAmendedFields(order);
  const [attempted, setAttempted] = useState(false);
  const inputs = { price: useRef<HTMLInputElement>(null), amount: useRef<HTMLInputElement>(null) };
  const wire = { price: wireDecimal(fields.price), amount: wireDecimal(fields.amount) };
  const price = toDecimal(wire.price);
  const place = queuePlace(order, wire);
  const issues = amendmentIssues(order, wire, context);
  const { guard, text: guardText } = useGuard(price, !price.eq(order.price));
  const { sending, amend, clear, fieldErrors, messages } = useAmendment(order, onClose);
  const errors = useFieldErrors(issues, attempted, fieldErrors);

  function change(next: Partial<AmendedFields>): void {
    type(next);
    clear();
  }

  function ask(): Promise<boolean> {
    const shown = {
      amount: formatUpTo(wire.amount, 8, grouping),
      stock: info.stock,
      price: formatUpTo(wire.price, 8, grouping),
      money: info.money,
    };
    return confirm({
      title: t('confirm.title'),
      body: `${t(`confirm.${side}`, shown)} ${guardText}`,
      confirmLabel: t('do'),
      tone: side,
      ...(guard === 'type' ? { typeToConfirm: wire.price } : {}),
    });
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setAttempted(true);
    const first = issues[0];
    if (first) inputs[first.field === 'price' ? 'price' : 'amount'].current?.focus();
    else if (place !== 'same') void amend(amendmentOf(order, wire), guard === 'ok' ? undefined : ask);
  }

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <p className={styles.who}>
        {pairText(order.market)} <SideLabel side={order.side} />
      </p>
      <DecimalInput
        ref={inputs.price}
        data-autofocus
        label={`${t('spot:form.price')}, ${info.money}`}
        size="md"
        decimals={decimalsOfStep(info.price_step)}
        value={fields.price}
        onChange={(next) => change({ price: next })}
        error={errors.price}
      />
      <DecimalInput
        ref={inputs.amount}
        label={`${t('amount')}, ${info.stock}`}
        size="md"
        decimals={decimalsOfStep(info.amount_step)}
        value={fields.amount}
        onChange={(next) => change({ amount: next })}
        error={errors.amount}
        description={
          toDecimal(order.deal_stock).gt(0) &&
          t('filled', { filled: formatUpTo(order.deal_stock, 8, grouping), ticker: info.stock })
        }
      />
      <p className="hint" role="status">
        {t(`queue.${place}`)}
      </p>
      <FormWarnings>{issues.length === 0 && <GuardWarning guard={guard} text={guardText} />}</FormWarnings>
      <RefusalNote messages={messages} />
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('common:dialog.cancel')}
        </Button>
        <Button type="submit" variant="filled" loading={sending}>
          {t('do')}
        </Button>
      </div>
    </form>
  );
}
