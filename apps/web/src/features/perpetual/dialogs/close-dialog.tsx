import type { OpenPosition } from '@pelican/shared/contracts/perpetual';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarkPrice } from '../../../live/index.ts';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { compareDecimals, isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { formatUpTo } from '../../../ui/format.ts';
import { moneyOf, stockOf } from '../../../ui/pair.ts';
import { closeEstimate, percentOf, shareOf } from '../account/close-estimate.ts';
import { useFormulaInstrument } from '../account/instruments.ts';
import { accountMessages } from '../account/messages.ts';
import { PositionName } from '../account/position-name.tsx';
import { SignedMoney } from '../account/signed-money.tsx';
import { coinsOf, decimalsOf } from '../account/sizes.ts';
import { moneyDisplay } from '../perpetual-market.ts';
import { Choice } from './choice.tsx';
import { DialogButtons, Refusal, Warning } from './dialog-parts.tsx';
import styles from './dialogs.module.css';
import { Slider } from './slider.tsx';
import { useClosePosition } from './use-close-position.ts';

export type CloseKind = 'market' | 'limit';

interface CloseDialogProps {
  position: OpenPosition;
  kind: CloseKind;
  onClose: () => void;
}

const percents = [25, 50, 75, 100];

/** Closes a position, or a part of it, at the market's price or at a limit. */
export function CloseDialog({ position, kind: wantedKind, onClose }: CloseDialogProps) {
  const { t } = useTranslation(accountMessages);
  const instrument = useFormulaInstrument(position.market);
  const mark = useMarkPrice(position.market)?.mark_price ?? position.mark_price;
  const [kind, setKind] = useState(wantedKind);
  // Closing at market takes back the orders that wait to close it, so all of it can be closed; a limit order cannot.
  const most = kind === 'market' ? position.sz : position.avail_sz;
  const [size, setSize] = useState(kind === 'market' ? position.sz : position.avail_sz);
  const [price, setPrice] = useState(mark);
  const [checked, setChecked] = useState(false);
  const sizeField = useRef<HTMLInputElement>(null);
  const priceField = useRef<HTMLInputElement>(null);
  const { close, sending, error, clear } = useClosePosition(position);

  const contracts = wireDecimal(size);
  const sizeProblem = isZeroDecimal(contracts) ? 'missing' : compareDecimals(contracts, most) > 0 ? 'tooMuch' : null;
  const priceProblem = kind === 'limit' && isZeroDecimal(wireDecimal(price)) ? 'missing' : null;
  const isWhole = kind === 'market' && compareDecimals(contracts, position.sz) === 0;
  const estimate =
    instrument && !sizeProblem && !priceProblem
      ? closeEstimate(instrument, position, contracts, kind === 'limit' ? wireDecimal(price) : mark)
      : null;
  const money = moneyOf(position.market);
  const edit = (change: () => void) => {
    change();
    clear();
  };

  async function onSubmit(event: FormEvent): Promise<void> {
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
    if (await close({ size: contracts, price: kind === 'limit' ? wireDecimal(price) : null, isWhole })) onClose();
  }

  return (
    <Dialog title={t('close.title')} onClose={onClose}>
      <form className={styles.form} onSubmit={(event) => void onSubmit(event)} noValidate>
        <PositionName {...position} />
        <Choice
          label={t('close.kind')}
          value={kind}
          options={(['market', 'limit'] as const).map((value) => ({ value, label: t(`close.${value}`) }))}
          onChange={(next) => edit(() => setKind(next))}
        />
        {kind === 'limit' && (
          <DecimalInput
            ref={priceField}
            data-autofocus
            label={t('close.price', { ticker: money })}
            size="md"
            decimals={instrument ? decimalsOf(instrument.tickSize) : 8}
            value={price}
            onChange={(next) => edit(() => setPrice(next))}
            error={checked && priceProblem ? t('close.problem.price') : undefined}
          />
        )}
        <DecimalInput
          ref={sizeField}
          label={t('close.size')}
          size="md"
          decimals={instrument ? decimalsOf(instrument.lotSize) : 2}
          value={size}
          onChange={(next) => edit(() => setSize(next))}
          error={checked && sizeProblem ? t(`close.problem.${sizeProblem}`, { most }) : undefined}
          description={instrument && `${formatUpTo(coinsOf(instrument, contracts), 8)} ${stockOf(position.market)}`}
        />
        {instrument && (
          <Slider
            label={t('close.share')}
            min={0}
            max={100}
            value={percentOf(instrument, contracts, most)}
            text={(value) => `${value} %`}
            marks={percents}
            onChange={(percent) => edit(() => setSize(shareOf(instrument, most, percent)))}
          />
        )}
        <Facts
          facts={[
            { label: t('column.entry'), value: formatUpTo(position.open_price, 8) },
            { label: t('column.mark'), value: formatUpTo(mark, 8) },
            {
              label: t(kind === 'market' ? 'close.aboutProfit' : 'close.profit'),
              value: <SignedMoney value={estimate?.profit} ticker={money} decimals={moneyDisplay} colored />,
            },
            { label: t('close.fee'), value: <SignedMoney value={estimate && `-${estimate.fee}`} ticker={money} /> },
          ]}
        />
        {isWhole && compareDecimals(position.avail_sz, position.sz) < 0 && <Warning>{t('close.cancels')}</Warning>}
        <Refusal error={error} />
        <DialogButtons
          action={t(`close.do.${kind}`, { size: formatUpTo(contracts, 8) })}
          onCancel={onClose}
          tone={position.position === 'long' ? 'sell' : 'buy'}
          isPending={sending}
        />
      </form>
    </Dialog>
  );
}
