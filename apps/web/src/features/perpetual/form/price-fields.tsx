import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../terminal/form/number-field.tsx';
import controls from '../../../terminal/parts/controls.module.css';
import { usePerpetualMarket } from '../perpetual-market.ts';
import type { Execution, PerpetualEdit, PerpetualFields } from './perpetual-fields.ts';
import styles from './perpetual-form.module.css';
import type { PerpetualField } from './perpetual-issues.ts';
import { SourceSelect } from './source-select.tsx';

const executions: readonly Execution[] = ['gtc', 'post_only', 'ioc', 'fok'];

interface PriceFieldsProps {
  fields: PerpetualFields;
  errors: Partial<Record<PerpetualField, string>>;
  /** By the exchange, a moment ago. */
  isPriceRefused: boolean;
  inputs: Record<'price' | 'triggerPrice', RefObject<HTMLInputElement | null>>;
  onEdit: (edit: PerpetualEdit) => void;
}

/** Where an order stands, or where it fires and what it then sends. */
export function PriceFields({ fields, errors, isPriceRefused, inputs, onEdit }: PriceFieldsProps) {
  const { t } = useTranslation('perpetual');
  const { info } = usePerpetualMarket();
  const price = (
    <NumberField
      label={t('form.price')}
      suffix={info.money}
      value={fields.price}
      onChange={(typed) => onEdit({ kind: 'price', typed })}
      error={errors.price}
      isAlert={isPriceRefused}
      inputRef={inputs.price}
    />
  );
  if (fields.type === 'market') return null;
  if (fields.type === 'limit') return price;
  return (
    <>
      <NumberField
        label={t('form.trigger')}
        suffix={
          <SourceSelect
            label={t('form.triggerBy')}
            value={fields.triggerBy}
            onChange={(source) => onEdit({ kind: 'triggerBy', source })}
          />
        }
        value={fields.triggerPrice}
        onChange={(typed) => onEdit({ kind: 'triggerPrice', typed })}
        error={errors.triggerPrice}
        inputRef={inputs.triggerPrice}
      />
      <div className={styles.row}>
        <label className={controls.check}>
          <input
            type="checkbox"
            checked={fields.triggerSends === 'limit'}
            onChange={(event) =>
              onEdit({ kind: 'triggerSends', sends: event.currentTarget.checked ? 'limit' : 'market' })
            }
          />
          {t('form.triggerSendsLimit')}
        </label>
      </div>
      {fields.triggerSends === 'limit' && price}
    </>
  );
}

/** How a limit order may trade, and whether it may only close. */
export function OrderOptions({ fields, onEdit }: Pick<PriceFieldsProps, 'fields' | 'onEdit'>) {
  const { t } = useTranslation('perpetual');
  return (
    <div className={styles.row}>
      <label className={controls.check}>
        <input
          type="checkbox"
          checked={fields.action === 'close'}
          onChange={(event) => onEdit({ kind: 'action', action: event.currentTarget.checked ? 'close' : 'open' })}
        />
        {t('form.reduceOnly')}
      </label>
      {fields.type === 'limit' && (
        <select
          className={controls.select}
          aria-label={t('form.execution')}
          value={fields.execution}
          onChange={(event) => onEdit({ kind: 'execution', execution: event.currentTarget.value as Execution })}
        >
          {executions.map((execution) => (
            <option key={execution} value={execution}>
              {t(`execution.${execution}`)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
