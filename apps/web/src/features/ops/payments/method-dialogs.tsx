import { receiverFieldsOf } from '@pelican/shared/contracts/fiat';
import {
  type MethodDetail,
  type MethodPlace,
  type MethodValues,
  methodKeyProblem,
  methodProblems,
  percentDecimals,
  type TermName,
  type TermValues,
  termNames,
  termProblems,
} from '@pelican/shared/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { paymentNetworksQuery } from '../../../api/payments-desk.ts';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { ChangeFiguresDialog } from '../parts/change-figures-dialog.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { type TextsByField, useValueForm } from '../parts/use-value-form.ts';
import styles from '../parts/value-fields.module.css';
import { type ValueField, ValueFields } from '../parts/value-fields.tsx';
import own from './payments.module.css';
import { isUsedTerm } from './terms-dialog.tsx';

type Typed = Readonly<Record<string, string>>;
type Way = 'deposit' | 'withdraw';

const zeros = Object.fromEntries(termNames.map((name) => [name, '0'])) as TermValues;
const decimalsOf = (text = '') => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN);
const trimmed = (text = '') => text.trim();

/** Only what the kind of method has. */
function valuesOf(typed: Typed, { kind, isNative }: MethodPlace): MethodValues {
  const isCoin = kind === 'crypto';
  return {
    name: trimmed(typed.name),
    description: trimmed(typed.description),
    tooltip: trimmed(typed.tooltip),
    contract: isCoin && !isNative ? trimmed(typed.contract) : '',
    decimals: isCoin ? decimalsOf(typed.decimals) : null,
    provider: kind === 'provider' ? trimmed(typed.provider) : '',
  };
}

/** @param isCounted there were payments by it */
function useFields({ kind, networkKind, isNative }: MethodPlace, isCounted: boolean): ValueField[] {
  const { t } = useTranslation('ops-payments');
  const field = (name: string, more: Partial<ValueField> = {}): ValueField => ({
    name,
    label: t(`field.${name}`),
    ...more,
  });
  const counted = (hint: string): Partial<ValueField> => ({
    hint: isCounted ? t('counted') : hint,
    isDisabled: isCounted,
  });
  const hasContract = kind === 'crypto' && !isNative && networkKind !== 'bitcoin';
  return [
    field('name'),
    ...(hasContract ? [field('contract', counted(t('fieldHint.contract')))] : []),
    ...(kind === 'crypto' ? [field('decimals', { isNumber: true, ...counted(t('fieldHint.decimals')) })] : []),
    ...(kind === 'provider' ? [field('provider', counted(t('fieldHint.provider')))] : []),
    field('description', { hint: t('fieldHint.description') }),
    field('tooltip', { hint: t('fieldHint.description') }),
  ];
}

/** A coin on a network, or a way by a payment provider, with its terms; closed until two operators open it. */
export function AddMethodDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('ops-payments');
  const { data } = useQuery(paymentNetworksQuery);
  const form = useValueForm({ kind: 'crypto' });
  const typed: Typed = form.typed;
  const [ways, setWays] = useState<Record<Way, TermValues>>({ deposit: zeros, withdraw: zeros });
  const networks = data?.result ?? [];
  const currencies = data?.currencies ?? [];
  const kind: 'provider' | 'crypto' = typed.kind === 'provider' ? 'provider' : 'crypto';
  const currency = currencies.find(({ ticker }) => ticker === typed.ticker);
  const network = kind === 'crypto' ? networks.find(({ key }) => key === typed.network) : undefined;
  const { ticker = '', scale = 0 } = currency ?? {};
  const place: MethodPlace = { kind, networkKind: network?.kind, isNative: network?.native === ticker };
  const values = valuesOf(typed, place);
  const key = network?.key ?? trimmed(typed.key).toUpperCase();
  const terms = (way: Way) =>
    Object.fromEntries(termNames.map((name) => [name, wireDecimal(ways[way][name])])) as TermValues;
  const keyProblem = methodKeyProblem(key);
  // Not a problem: deposits need no form.
  const hasForm = keyProblem !== undefined || receiverFieldsOf(key).length > 0;
  const hasNoNetwork = kind === 'crypto' && network === undefined;
  const problems = {
    ...methodProblems(values, place),
    ...(keyProblem === undefined ? {} : { key: keyProblem }),
    ...(ticker === '' ? { ticker: t('choose.ticker') } : {}),
    // What a coin has is known with its network.
    ...(hasNoNetwork ? { network: t('choose.network'), contract: undefined, decimals: undefined } : {}),
  };
  const wrongTerms = {
    deposit: termProblems(terms('deposit'), scale),
    withdraw: termProblems(terms('withdraw'), scale),
  };
  const fields: ValueField[] = [
    {
      name: 'ticker',
      label: t('field.ticker'),
      options: [
        { value: '', label: t('choose.ticker') },
        ...currencies.map((one) => ({ value: one.ticker, label: `${one.ticker} · ${one.label}` })),
      ],
    },
    {
      name: 'kind',
      label: t('field.kind'),
      options: (['crypto', 'provider'] as const).map((value) => ({ value, label: t(`kind.${value}`) })),
    },
    kind === 'crypto'
      ? {
          name: 'network',
          label: t('field.network'),
          hint: network && !network.isRead ? t('networkUnread') : undefined,
          options: [
            { value: '', label: t('choose.network') },
            ...networks.map((one) => ({ value: one.key, label: one.name })),
          ],
        }
      : { name: 'key', label: t('field.key'), hint: t(hasForm ? 'fieldHint.key' : 'fieldHint.keyWithoutForm') },
    ...useFields(place, false),
  ];
  return (
    <DecisionDialog
      title={t('addTitle')}
      confirmLabel={t('add')}
      takesTwo="always"
      isComplete={() => form.check(problems, wrongTerms.deposit, wrongTerms.withdraw)}
      submit={(reason) => {
        const named = { ticker, kind, network: network?.key ?? null, key };
        const body = { ...values, ...named, deposit: terms('deposit'), withdraw: terms('withdraw'), reason };
        return form.keepRefusals(call('POST /v2/ops/payments', { body }));
      }}
      doneText={t('added', { method: `${ticker}:${key}` })}
      onClose={onClose}
    >
      <p>{t('addBody')}</p>
      <ValueFields
        fields={fields}
        values={{ ...typed, ticker, network: network?.key ?? '' }}
        problems={form.shownOf(problems)}
        onChange={form.change}
      />
      {(['deposit', 'withdraw'] as const).map((way) => (
        <WayTerms
          key={way}
          way={way}
          kind={kind}
          scale={scale}
          values={ways[way]}
          problemOf={(name) => form.shownOf(byWay(way, wrongTerms[way]))[`${way}.${name}`]}
          onChange={(name, value) => {
            form.forget(`${way}.${name}`);
            setWays((now) => ({ ...now, [way]: { ...now[way], [name]: value } }));
          }}
        />
      ))}
    </DecisionDialog>
  );
}

/** As the server names them. */
const byWay = (way: Way, problems: TextsByField): TextsByField =>
  Object.fromEntries(Object.entries(problems).map(([name, text]) => [`${way}.${name}`, text]));

interface WayTermsProps {
  way: Way;
  kind: 'crypto' | 'provider';
  /** Decimals of the asset. */
  scale: number;
  values: TermValues;
  problemOf: (name: TermName) => string | undefined;
  onChange: (name: TermName, value: string) => void;
}

/** Fees and limits of deposits or of withdrawals. */
function WayTerms({ way, kind, scale, values, problemOf, onChange }: WayTermsProps) {
  const { t } = useTranslation('ops-payments');
  return (
    <fieldset className={styles.group}>
      <legend>{t('termsOf', { way: t(`way.${way}`) })}</legend>
      <div className={own.fields}>
        {termNames
          .filter((name) => isUsedTerm(name, kind, way))
          .map((name) => (
            <DecimalInput
              key={name}
              label={t(`term.${name}`)}
              decimals={name === 'feePercent' ? percentDecimals : scale}
              value={values[name]}
              error={problemOf(name)}
              onChange={(value) => onChange(name, value)}
            />
          ))}
      </div>
    </fieldset>
  );
}

/** Names of a method; its contract, decimals and provider while nothing was paid by it. */
export function ChangeMethodDialog({ method, onClose }: { method: MethodDetail; onClose: () => void }) {
  const { t } = useTranslation('ops-payments');
  const { id, ticker, key, type, network, isNative, isCounted } = method;
  const { name, description, tooltip, contract, decimals, provider } = method;
  const place: MethodPlace = { kind: type, networkKind: network?.kind, isNative };
  const fields = useFields(place, isCounted);
  return (
    <ChangeFiguresDialog
      title={t('methodTitle', { method: `${ticker}:${key}` })}
      fields={fields}
      before={{ name, description, tooltip, contract, decimals, provider }}
      figuresOf={(typed) => valuesOf(typed, place)}
      problemsOf={(typed) => methodProblems(valuesOf(typed, place), place)}
      submit={(body) => call('POST /v2/ops/payments/:id/method', { params: { id }, body })}
      doneText={t('methodChanged', { method: `${ticker}:${key}` })}
      onClose={onClose}
    />
  );
}
