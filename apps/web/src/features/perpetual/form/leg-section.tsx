import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../terminal/form/number-field.tsx';
import controls from '../../../terminal/parts/controls.module.css';
import { cleanDecimal } from '../../../ui/clean-decimal.ts';
import { decimalsOfStep } from '../../../ui/format.ts';
import { SignedMoney } from '../account/signed-money.tsx';
import { textOf } from '../account/sizes.ts';
import type { LegDraft, LegName } from '../dialogs/legs.ts';
import { moneyDisplay, usePerpetualMarket } from '../perpetual-market.ts';
import { SourceSelect } from './source-select.tsx';
import type { SwapDraft } from './swap-draft.ts';
import type { SwapEdit, SwapFields } from './swap-fields.ts';
import styles from './swap-form.module.css';

const names: readonly LegName[] = ['tp', 'sl'];

interface LegSectionProps {
  fields: SwapFields;
  draft: SwapDraft;
  errors: Partial<Record<LegName, string>>;
  onEdit: (edit: SwapEdit) => void;
}

/** Take-profit and stop-loss of an opening order, with what each would bring. */
export function LegSection({ fields, draft, errors, onEdit }: LegSectionProps) {
  const { t } = useTranslation('perpetual');
  return (
    <>
      <label className={controls.check}>
        <input
          type="checkbox"
          checked={fields.hasLegs}
          onChange={(event) => onEdit({ kind: 'hasLegs', hasLegs: event.currentTarget.checked })}
        />
        {t('legs.attach')}
      </label>
      {fields.hasLegs &&
        names.map((name) => (
          <Leg
            key={name}
            name={name}
            leg={fields.legs[name]}
            exit={draft.exits[name]}
            error={errors[name]}
            onChange={(leg) => onEdit({ kind: 'leg', name, leg })}
          />
        ))}
    </>
  );
}

interface LegProps {
  name: LegName;
  leg: LegDraft;
  exit: SwapDraft['exits'][LegName];
  error: string | undefined;
  onChange: (leg: LegDraft) => void;
}

/** Where a leg fires and by which price, what it then sends, and what that would bring. */
function Leg({ name, leg, exit, error, onChange }: LegProps) {
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
      {exit && (
        <p className={styles.exit}>
          <span>{t('legs.profit')}</span>
          <span className="tabular">
            <SignedMoney value={textOf(exit.pnl)} ticker={info.money} decimals={moneyDisplay} colored />
            {` (${textOf(exit.percent2, 2)} %)`}
          </span>
        </p>
      )}
    </fieldset>
  );
}
