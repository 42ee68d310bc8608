import type { OpenPosition } from '@pelican/shared/contracts/perpetual';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adjustMargin, perpetualKeys } from '../../../api/perpetual.ts';
import { isUncertain } from '../../../api/submissions.ts';
import { useSubmitOnce } from '../../../api/use-submit-once.ts';
import { isPerpetualAlgo, useFuturesAsset, usePerpetualOrders } from '../../../live/index.ts';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { confirm } from '../../../ui/confirm.ts';
import { compareDecimals, isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { formatUpTo } from '../../../ui/format.ts';
import { MaxButton } from '../../../ui/max-button.tsx';
import { notify } from '../../../ui/notify.ts';
import { moneyOf } from '../../../ui/pair.ts';
import { useFormulaInstrument } from '../account/instruments.ts';
import { marginAfter } from '../account/margin-preview.ts';
import { accountMessages } from '../account/messages.ts';
import { PositionName } from '../account/position-name.tsx';
import { moneyScale, textOf, unitsOf } from '../account/sizes.ts';
import { Choice } from './choice.tsx';
import { BeforeAfter, DialogButtons, Refusal, Warning } from './dialog-parts.tsx';
import styles from './dialogs.module.css';

type Direction = 'add' | 'reduce';

interface MarginDialogProps {
  position: OpenPosition;
  onClose: () => void;
}

/** Adds margin to an isolated position or takes some out, and shows what that does to its liquidation price. */
export function MarginDialog({ position, onClose }: MarginDialogProps) {
  const { t } = useTranslation(accountMessages);
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [direction, setDirection] = useState<Direction>('add');
  const [typed, setTyped] = useState('');
  const [checked, setChecked] = useState(false);
  const instrument = useFormulaInstrument(position.market);
  const available = useFuturesAsset(moneyOf(position.market))?.available ?? '0';
  const { orders } = usePerpetualOrders();
  const isBlocked =
    direction === 'reduce' &&
    orders.some((order) => !isPerpetualAlgo(order) && order.market === position.market && order.mode === 'isolated');
  const most = direction === 'add' ? available : position.max_reducible;
  const amount = wireDecimal(typed);
  const problem = isZeroDecimal(amount) ? 'missing' : compareDecimals(amount, most) > 0 ? direction : null;
  const ticker = moneyOf(position.market);
  const scope = `margin ${position.position_id}`;
  const { submit, sending, error, clear } = useSubmitOnce<OpenPosition>(scope);
  const delta = problem ? 0n : unitsOf(amount) * (direction === 'add' ? 1n : -1n);
  const after = instrument && marginAfter(instrument, position, delta);
  const money = (decimal: string) => formatUpTo(decimal, moneyScale);

  /** The call has no idempotency key: what may have been done already is sent again only after a question. */
  function mayRepeat(): Promise<boolean> {
    return confirm({
      title: t('margin.again.title'),
      body: t('margin.again.body', { margin: money(position.margin), ticker }),
      confirmLabel: t(`margin.again.${direction}`, { amount: money(amount), ticker }),
      tone: 'danger',
    });
  }

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setChecked(true);
    if (problem) {
      field.current?.focus();
      return;
    }
    if (isBlocked) return;
    const request = { market: position.market, position: position.position, type: direction, amount };
    const done = await submit(
      { request, send: adjustMargin, ...(isUncertain(scope, request) ? { mayProceed: mayRepeat } : {}) },
      () => {
        void client.invalidateQueries({ queryKey: perpetualKeys.positions });
        notify.success(t(`margin.done.${direction}`, { amount: money(amount), ticker }));
      },
    );
    if (done) onClose();
  }

  return (
    <Dialog title={t('margin.title')} onClose={onClose}>
      <form className={styles.form} onSubmit={(event) => void onSubmit(event)} noValidate>
        <PositionName {...position} />
        <Choice
          label={t('margin.direction')}
          value={direction}
          options={(['add', 'reduce'] as const).map((value) => ({ value, label: t(`margin.${value}`) }))}
          onChange={(next) => {
            setDirection(next);
            clear();
          }}
        />
        <DecimalInput
          ref={field}
          data-autofocus
          label={t('margin.amount', { ticker })}
          size="md"
          decimals={moneyScale}
          value={typed}
          onChange={(next) => {
            setTyped(next);
            clear();
          }}
          error={checked && problem ? t(`margin.problem.${problem}`, { most: money(most), ticker }) : undefined}
          rightSectionWidth={64}
          rightSection={
            <MaxButton onClick={() => setTyped(most)}>
              {t('dialog.max')}
            </MaxButton>
          }
        />
        <p className={styles.line}>
          <span>{t(`margin.most.${direction}`)}</span>
          <span className="tabular">
            {money(most)} {ticker}
          </span>
        </p>
        {after && (
          <Facts
            facts={[
              {
                label: t('margin.margin'),
                value: <BeforeAfter before={money(position.margin)} after={money(textOf(after.margin))} />,
              },
              {
                label: t('margin.realLeverage'),
                value: (
                  <BeforeAfter
                    before={t('leverage.times', { value: position.real_leverage })}
                    after={t('leverage.times', { value: after.realLeverage })}
                  />
                ),
              },
              {
                label: t('column.liquidation'),
                value: <BeforeAfter before={money(position.liq_price)} after={money(after.liquidationPrice)} />,
              },
            ]}
          />
        )}
        {direction === 'reduce' && <Warning>{t(isBlocked ? 'margin.blocked' : 'margin.reduceWarning')}</Warning>}
        <Refusal error={error} />
        <DialogButtons action={t(`margin.${direction}`)} onCancel={onClose} isPending={sending} disabled={isBlocked} />
      </form>
    </Dialog>
  );
}
