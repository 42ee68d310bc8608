import type { OpenPosition, PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarkPrice, usePerpetualState } from '../../../live/index.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { formatUpTo } from '../../../ui/format.ts';
import { moneyOf } from '../../../ui/pair.ts';
import { useFormulaInstrument } from '../account/instruments.ts';
import { accountMessages } from '../account/messages.ts';
import { PositionName } from '../account/position-name.tsx';
import { decimalsOf } from '../account/sizes.ts';
import { hasNoLiquidation } from '../account/terms.ts';
import { firesAtOnce, isBeyondLiquidation, legEstimate } from '../account/tpsl-check.ts';
import { DialogButtons, Refusal, Warning } from './dialog-parts.tsx';
import styles from './dialogs.module.css';
import { LegFields } from './leg-fields.tsx';
import { isSet, type LegName, legsOf } from './legs.ts';
import { useSetTpsl } from './use-set-tpsl.ts';

const legNames: readonly LegName[] = ['tp', 'sl'];

interface TpslDialogProps {
  position: OpenPosition;
  /** The algo that holds the position's TP and SL now, if any. */
  algo: PerpetualOrder | undefined;
  onClose: () => void;
}

/** Take-profit and stop-loss of a whole position: set, changed, or taken away by emptying the field. */
export function TpslDialog({ position, algo, onClose }: TpslDialogProps) {
  const { t } = useTranslation(accountMessages);
  const instrument = useFormulaInstrument(position.market);
  const marked = useMarkPrice(position.market);
  const last = usePerpetualState(position.market)?.last ?? '';
  const [legs, setLegs] = useState(() => legsOf(algo));
  const [checked, setChecked] = useState(false);
  const { save, isPending, error, reset } = useSetTpsl(position, algo);

  const mark = marked?.mark_price ?? position.mark_price;
  const prices = { last, mark, index: marked?.index_price ?? '' };
  const wrong = instrument ? firesAtOnce(instrument, position, legs, prices) : null;
  const isEmpty = !isSet(legs.tp) && !isSet(legs.sl);
  const problemOf = (name: LegName) => {
    if (wrong === name) return t(`tpsl.firesAtOnce.${position.position}.${name}`);
    return checked && isEmpty && !algo ? t('tpsl.missing') : undefined;
  };
  const ticker = moneyOf(position.market);

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setChecked(true);
    if (wrong || (isEmpty && !algo)) return;
    if (await save(legs)) onClose();
  }

  return (
    <Dialog title={t('tpsl.title')} onClose={onClose}>
      <form className={styles.form} onSubmit={(event) => void onSubmit(event)} noValidate>
        <PositionName {...position} />
        <Facts
          facts={[
            { label: t('column.entry'), value: formatUpTo(position.open_price, 8) },
            { label: t('column.mark'), value: formatUpTo(mark, 8) },
            {
              label: t(`column.${position.mode === 'cross' ? 'liquidationEstimated' : 'liquidation'}`),
              value: hasNoLiquidation(position) ? t('positions.noLiquidation') : formatUpTo(position.liq_price, 8),
            },
          ]}
        />
        {legNames.map((name) => (
          <LegFields
            key={name}
            name={name}
            leg={legs[name]}
            onChange={(leg) => {
              setLegs({ ...legs, [name]: leg });
              reset();
            }}
            priceDecimals={instrument ? decimalsOf(instrument.tickSize) : 8}
            ticker={ticker}
            estimate={instrument && wrong !== name ? legEstimate(instrument, position, legs[name]) : null}
            error={problemOf(name)}
          />
        ))}
        {instrument && isBeyondLiquidation(instrument, position, legs.sl) && (
          <Warning>{t('tpsl.beyondLiquidation', { price: formatUpTo(position.liq_price, 8) })}</Warning>
        )}
        <p className="hint">{t('tpsl.whole')}</p>
        <Refusal error={error} />
        <DialogButtons
          action={t(isEmpty && algo ? 'tpsl.remove' : 'tpsl.save')}
          onCancel={onClose}
          isPending={isPending}
        />
      </form>
    </Dialog>
  );
}
