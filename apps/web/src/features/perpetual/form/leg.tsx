import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../terminal/form/number-field.tsx';
import { cleanDecimal } from '../../../ui/clean-decimal.ts';
import { decimalsOfStep } from '../../../ui/format.ts';
import { SignedMoney } from '../account/signed-money.tsx';
import { textOf } from '../account/sizes.ts';
import type { LegDraft, LegName } from '../dialogs/legs.ts';
import { moneyDisplay, usePerpetualMarket } from '../perpetual-market.ts';
import type { PerpetualDraft } from './perpetual-draft.ts';
import styles from './perpetual-form.module.css';
import { SourceSelect } from './source-select.tsx';

interface LegProps {
  name: LegName;
  leg: LegDraft;
  exit: PerpetualDraft['exits'][LegName];
  error: string | undefined;
  onChange: (leg: LegDraft) => void;
}

/** Where a leg fires and by which price, what it then sends, and what that would bring. */
export function Leg({ name, leg, exit, error, onChange }: LegProps) {
  const { t } = useTranslation('perpetual');
  const { info, steps } = usePerpetualMarket();
  const clean = (typed: string) => cleanDecimal(typed, decimalsOfStep(steps.tickSz));
  return (
    <fieldset className={styles.leg}>
      <legend className="visually-hidden">{t(`legs.${name}`)}</legend>
      <NumberField
        label={t(`legs.${name}`)}
        suffix={
          <SourceSelect
            label={`${t(`legs.${name}`)}: ${t('form.triggerBy')}`}
            value={leg.source}
            onChange={(source) => onChange({ ...leg, source })}
          />
        }
        value={leg.trigger}
        onChange={(typed) => onChange({ ...leg, trigger: clean(typed) })}
        error={error}
      />
      <NumberField
        label={t('legs.orderPrice')}
        suffix={info.money}
        placeholder={t('type.market')}
        value={leg.price}
        onChange={(typed) => onChange({ ...leg, price: clean(typed) })}
      />
      {exit && !error && (
        <p className={styles.exit}>
          <span>{t(exit.pnl < 0n ? 'legs.loss' : 'legs.profit')}</span>
          <span className="tabular">
            <SignedMoney value={textOf(exit.pnl)} ticker={info.money} decimals={moneyDisplay} colored />
            {` (${textOf(exit.percent2, 2)} %)`}
          </span>
        </p>
      )}
    </fieldset>
  );
}
