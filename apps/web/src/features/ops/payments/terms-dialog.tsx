import {
  feeOfTerms,
  type MethodDetail,
  type MethodTerms,
  percentDecimals,
  type TermName,
  type TermValues,
  termNames,
  termProblems,
} from '@pelican/shared/contracts/payments';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { formatUpTo, groupingOf } from '../../../ui/format.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { changeBody, changedNames } from '../parts/figures-change.ts';
import { carryValue, useFiguresRead } from '../parts/use-figures-read.ts';
import own from './payments.module.css';

interface TermsDialogProps {
  method: MethodDetail;
  way: MethodTerms;
  onClose: () => void;
}

const byTerm = (of: (name: TermName) => string) =>
  Object.fromEntries(termNames.map((name) => [name, of(name)])) as TermValues;
const zeros = byTerm(() => '0');

/** New fees and limits, with what they make of an example. */
export function TermsDialog({
  method: { id, ticker, scale, type },
  way: { action, terms },
  onClose,
}: TermsDialogProps) {
  const { t } = useTranslation('ops-payments');
  const { read: before, meanwhileOf } = useFiguresRead<TermValues>({ ...zeros, ...terms });
  const [typed, setTyped] = useState(before);
  const [isChecked, setChecked] = useState(false);
  const [example, setExample] = useState('1000');
  const wanted = byTerm((name) => wireDecimal(typed[name]));
  const changed = changedNames(before, wanted);
  const problems = termProblems(wanted, scale);
  const shown = termNames.filter((name) => isUsedTerm(name, type, action));
  const fee = (values: TermValues) => (Object.keys(termProblems(values, scale)).length > 0 ? '–' : feeText(values));
  function feeText(values: TermValues): string {
    const amount = wireDecimal(example);
    if (!/[1-9]/.test(amount)) return '–';
    const units = feeOfTerms(parseBigUnits(amount, scale), values, scale);
    return `${formatUpTo(formatBigUnits(units, scale), scale, groupingOf(ticker))} ${ticker}`;
  }
  return (
    <DecisionDialog
      title={t('termsTitle', { way: t(`way.${action}`), ticker })}
      confirmLabel={t('change')}
      takesTwo="always"
      isComplete={() => {
        setChecked(true);
        return changed.length > 0 && Object.keys(problems).length === 0;
      }}
      submit={(reason) => {
        const body = { action, ...changeBody(before, wanted, reason) };
        return call('POST /v2/ops/payments/:id/terms', { params: { id }, body });
      }}
      doneText={t('termsChanged')}
      meanwhile={meanwhileOf(
        (of) => shown.map((name) => [t(`term.${name}`), of[name]]),
        (was, is) => setTyped((now) => byTerm((name) => carryValue(now[name], was[name], is[name]))),
      )}
      onClose={onClose}
    >
      <p>{t('termsBody')}</p>
      <div className={own.fields}>
        {shown.map((name, at) => (
          <DecimalInput
            key={name}
            data-autofocus={at === 0 || undefined}
            label={t(`term.${name}`)}
            decimals={name === 'feePercent' ? percentDecimals : scale}
            value={typed[name]}
            error={isChecked ? problems[name] : undefined}
            onChange={(value) => setTyped((now) => ({ ...now, [name]: value }))}
          />
        ))}
      </div>
      {isChecked && changed.length === 0 && (
        <p role="alert" className={own.problem}>
          {t('nothingChanged')}
        </p>
      )}
      <div className={own.preview}>
        <DecimalInput label={t('example', { ticker })} decimals={scale} value={example} onChange={setExample} />
        <p aria-live="polite">{t('preview', { before: fee(before), after: fee(wanted) })}</p>
      </div>
    </DecisionDialog>
  );
}

/** Sums of a day and rules of two operators are of banks; reviews are of withdrawals. */
export function isUsedTerm(name: TermName, type: MethodDetail['type'], action: MethodTerms['action']): boolean {
  if (name === 'amountReview') return action === 'withdraw';
  return type === 'bank' || !['amountDay', 'twoPersonAmount', 'operatorDayAmount'].includes(name);
}
