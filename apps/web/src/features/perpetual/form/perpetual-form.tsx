import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import { useTicker } from '../../../live/index.ts';
import { shortageHash } from '../../../platform/hash-dialogs.ts';
import { useOpenDialog } from '../../../platform/use-open-dialog.ts';
import { groupedValues } from '../../../terminal/form/form-numbers.ts';
import { FormWarning, FormWarnings, GuardWarning, useGuardText } from '../../../terminal/form/guard-warning.tsx';
import { NumberField } from '../../../terminal/form/number-field.tsx';
import styles from '../../../terminal/form/order-form.module.css';
import { OrderSummary } from '../../../terminal/form/order-summary.tsx';
import { PercentSlider } from '../../../terminal/form/percent-slider.tsx';
import { RefusalNote } from '../../../terminal/form/submit-area.tsx';
import { formatUpTo } from '../../../ui/format.ts';
import { usePerpetualMarket } from '../perpetual-market.ts';
import { FundsLine } from './funds-line.tsx';
import { LegSection } from './leg-section.tsx';
import { MarginBar } from './margin-bar.tsx';
import { draftOf, maxAtPrice, maxReason } from './perpetual-draft.ts';
import { convertSize, isSameOrder, type PerpetualEdit, type SizeUnit, sideOf } from './perpetual-fields.ts';
import { usePerpetualForm } from './perpetual-form-store.ts';
import { isMissing, issuesOf, type PerpetualField, warningsOf } from './perpetual-issues.ts';
import { PerpetualReceipt } from './perpetual-receipt.tsx';
import { requestOf } from './perpetual-request.ts';
import { PerpetualSubmit } from './perpetual-submit.tsx';
import { useSummaryLines } from './perpetual-summary.tsx';
import { OrderOptions, PriceFields } from './price-fields.tsx';
import { useMaxContracts, usePerpetualContext } from './use-perpetual-context.ts';
import { usePerpetualGuard } from './use-perpetual-guard.ts';
import { useSubmitPerpetual } from './use-submit-perpetual.ts';

/** What the API calls the fields of the form. */
const wireNames: Record<PerpetualField, readonly string[]> = {
  price: ['price'],
  triggerPrice: ['trigger_price'],
  size: ['sz', 'amount'],
  tp: ['tp_trigger_price', 'tp_order_price'],
  sl: ['sl_trigger_price', 'sl_order_price'],
};
const fieldNames = Object.keys(wireNames) as PerpetualField[];

/** The order form without its tabs: margin, prices, size, TP and SL, what it costs, and the button. */
export function PerpetualForm() {
  const { t } = useTranslation('perpetual');
  const { name, info, steps, grouping } = usePerpetualMarket();
  const { isSignedIn } = useSession();
  const fields = usePerpetualForm((form) => form.fields);
  const edit = usePerpetualForm((form) => form.edit);
  const context = usePerpetualContext(fields);
  const maxContracts = maxAtPrice(useMaxContracts(fields), fields, context);
  const last = useTicker(name)?.last;
  const openDialog = useOpenDialog();
  const [attempted, setAttempted] = useState(false);
  const { state, submit, clear } = useSubmitPerpetual(`${name} ${fields.type} ${fields.action} ${fields.position}`);
  const inputs = {
    price: useRef<HTMLInputElement>(null),
    triggerPrice: useRef<HTMLInputElement>(null),
    size: useRef<HTMLInputElement>(null),
  };
  const draft = draftOf(fields, context);
  const issues = issuesOf(fields, draft, context);
  const warnings = warningsOf(fields, draft, context).map(({ key, values, field }) => ({
    field,
    text: t(key, groupedValues(values, grouping)),
  }));
  const summaryLines = useSummaryLines();
  const guarded = usePerpetualGuard(fields, draft);
  const guardText = useGuardText(guarded);
  const side = sideOf(fields);

  useEffect(() => {
    if (last !== undefined) edit({ kind: 'follow', last }, steps);
  }, [last, edit, steps]);

  function change(next: PerpetualEdit): void {
    edit(next, steps);
    clear();
  }

  const errors: Partial<Record<PerpetualField, string>> = {};
  for (const field of fieldNames) {
    const found = issues.find((issue) => issue.field === field && (attempted || !isMissing(issue)));
    const refusal = wireNames[field].flatMap((wire) => state.fieldErrors[wire] ?? []).join(' ');
    const warned = warnings.find((warning) => warning.field === field)?.text;
    const text = found ? t(found.key, groupedValues(found.values, grouping)) : refusal || warned;
    if (text) errors[field] = text;
  }

  const doing = t(`do.${fields.action}.${fields.position}`);
  const sizeText = t('size.contracts', { size: formatUpTo(draft.contracts, 8) });
  const label = draft.lots === 0 ? doing : t('form.button', { doing, size: sizeText });

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setAttempted(true);
    const first = issues[0];
    if (first) {
      if (first.field in inputs) inputs[first.field as keyof typeof inputs].current?.focus();
      if (first.values.missing) openDialog(shortageHash(info.money, 'futures', `${first.values.missing}`));
      return;
    }
    const placed = await submit({
      request: requestOf(fields, name, context.mode, steps),
      side,
      guard: guarded.guard,
      title: label,
      summary: (
        <OrderSummary lines={summaryLines(fields, draft, context)} warnings={warnings.map(({ text }) => text)} />
      ),
      warning: guardText,
      typeToConfirm: fields.price,
      priceField: inputs.price,
    });
    if (!placed) return;
    setAttempted(false);
    // What was typed or chosen while the answer was under way stays.
    if (isSameOrder(usePerpetualForm.getState().fields, fields)) edit({ kind: 'sent' }, steps);
  }

  const other: SizeUnit = fields.unit === 'contracts' ? 'coins' : 'contracts';
  const converted = convertSize(draft.contracts, 'contracts', other, steps);
  const isPercentKnown = maxContracts !== '';
  return (
    <form className={styles.panel} noValidate onSubmit={(event) => void onSubmit(event)} aria-label={doing}>
      <MarginBar position={fields.position} />
      <FundsLine funds={isSignedIn ? context.funds : null} />
      <PriceFields
        fields={fields}
        errors={errors}
        isPriceRefused={state.isPriceRefused}
        inputs={inputs}
        onEdit={change}
      />
      <NumberField
        label={t('form.size')}
        suffix={
          <select
            aria-label={t('form.unit')}
            value={fields.unit}
            onChange={(event) => change({ kind: 'unit', unit: event.currentTarget.value as SizeUnit })}
          >
            <option value="contracts">{t('unit.contracts')}</option>
            <option value="coins">{info.stock}</option>
          </select>
        }
        value={fields.size}
        onChange={(typed) => change({ kind: 'size', typed })}
        error={errors.size}
        hint={
          draft.lots === 0
            ? undefined
            : `≈ ${other === 'coins' ? `${formatUpTo(converted, 8)} ${info.stock}` : sizeText}`
        }
        inputRef={inputs.size}
      />
      <PercentSlider
        value={fields.percent}
        disabled={!isPercentKnown}
        onChange={(percent) => change({ kind: 'percent', percent, maxContracts })}
      />
      <OrderOptions fields={fields} onEdit={change} />
      {fields.action === 'open' && fields.type !== 'trigger' && (
        <LegSection fields={fields} draft={draft} errors={errors} onEdit={change} />
      )}
      <PerpetualReceipt
        fields={fields}
        draft={draft}
        maxContracts={maxContracts}
        reason={maxReason(maxContracts, fields, context)}
      />
      <PerpetualSubmit fields={fields} label={label} sending={state.sending} />
      <FormWarnings>
        {warnings.map(({ field, text }) => !field && <FormWarning key={text} text={text} />)}
        {issues.length === 0 && <GuardWarning guard={guarded.guard} text={guardText} />}
      </FormWarnings>
      <RefusalNote messages={state.messages} />
    </form>
  );
}
