import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import controls from '../../../terminal/parts/controls.module.css';
import { decimalsOfStep } from '../../../ui/format.ts';
import { SignedMoney } from '../account/signed-money.tsx';
import { textOf } from '../account/sizes.ts';
import type { LegName } from '../dialogs/legs.ts';
import { moneyDisplay, usePerpetualMarket } from '../perpetual-market.ts';
import type { SwapDraft } from './swap-draft.ts';
import type { SwapEdit, SwapFields } from './swap-fields.ts';
import styles from './swap-form.module.css';

/** Of the dialogs' parts: arrives when a leg is wanted. */
const LegFields = lazy(() => import('../dialogs/leg-fields.tsx').then((module) => ({ default: module.LegFields })));
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
  const { info, steps } = usePerpetualMarket();
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
      {fields.hasLegs && (
        <div className={styles.legs}>
          {names.map((name) => {
            const exit = draft.exits[name];
            return (
              <div key={name}>
                <Suspense>
                  <LegFields
                    name={name}
                    leg={fields.legs[name]}
                    onChange={(leg) => onEdit({ kind: 'leg', name, leg })}
                    priceDecimals={decimalsOfStep(steps.tickSz)}
                    ticker={info.money}
                    error={errors[name]}
                  />
                </Suspense>
                <p className={styles.exit}>
                  <span>{t('legs.profit')}</span>
                  <span className="tabular">
                    <SignedMoney value={exit && textOf(exit.pnl)} ticker={info.money} decimals={moneyDisplay} colored />
                    {exit && ` (${textOf(exit.percent2, 2)} %)`}
                  </span>
                </p>
              </div>
            );
          })}
        </div>
      )}
    </>
  );
}
