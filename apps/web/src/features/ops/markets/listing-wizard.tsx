import { Button } from '@mantine/core';
import type { OperatorMarket } from '@pelican/shared/contracts/markets';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { call } from '../../../api/call.ts';
import { paths } from '../../../platform/paths.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import styles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { useValueForm } from '../parts/use-value-form.ts';
import { type ValueField, ValueFields } from '../parts/value-fields.tsx';
import {
  emptyListing,
  fieldsOfStep,
  type ListingStep,
  listingSteps,
  problemsOfStep,
  tickerOf,
  valuesLike,
} from './listing-values.ts';
import { marketDecimals, marketRates, sentFigures, typedTexts } from './market-fields.ts';
import { useRateFields } from './use-rate-fields.ts';

interface ListingWizardProps {
  markets: readonly OperatorMarket[];
  assets: readonly { ticker: string; label: string }[];
}

/** A new spot market, step by step; it begins closed. */
export function ListingWizard({ markets, assets }: ListingWizardProps) {
  const { t } = useTranslation('ops-markets');
  const navigate = useNavigate();
  const form = useValueForm(emptyListing);
  const [at, setAt] = useState(0);
  const [isSending, setSending] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // A step is another page of the form: the next key goes on from its beginning.
  useEffect(() => {
    if (at > 0) heading.current?.focus();
  }, [at]);
  const step: ListingStep = listingSteps[at] ?? 'review';
  const { typed } = form;
  const base = tickerOf(typed.base);
  const name = `${base}_${typed.quote}`;
  const isNewCoin = base !== '' && !assets.some(({ ticker }) => ticker === base);
  const known = { tickers: assets.map(({ ticker }) => ticker), markets: markets.map((market) => market.name) };
  const say = (problem: string) => t(`problem.${problem}`);
  const problems = problemsOfStep(step, typed, known, say);
  const fields = useFields(markets, assets, isNewCoin).filter((field) => fieldsOfStep[step].includes(field.name));

  function change(field: string, value: string): void {
    form.change(field, value);
    const like = field === 'like' ? markets.find((market) => market.name === value) : undefined;
    if (like) for (const [one, text] of Object.entries(valuesLike(like))) form.change(one, text);
  }

  function goOn(): void {
    if (!form.check(problems)) return;
    if (step === 'review') setSending(true);
    else go(at + 1);
  }

  function go(next: number): void {
    form.uncheck();
    setAt(next);
  }

  return (
    <>
      <form
        noValidate
        aria-label={t('wizard.title')}
        onSubmit={(event) => {
          event.preventDefault();
          goOn();
        }}
      >
        <div className={styles.head}>
          <h2>{t('wizard.title')}</h2>
          <span className="hint">{t('wizard.step', { number: at + 1, of: listingSteps.length })}</span>
        </div>
        <h3 ref={heading} tabIndex={-1}>
          {t(`wizard.steps.${step}`)}
        </h3>
        <p className="hint">{t(`wizard.about.${step}`)}</p>
        {step === 'review' ? (
          <Review typed={typed} name={name} isNewCoin={isNewCoin} />
        ) : (
          <ValueFields fields={fields} values={typed} problems={form.shownOf(problems)} onChange={change} />
        )}
        <div className={styles.actions}>
          {at > 0 && (
            <Button variant="default" onClick={() => go(at - 1)}>
              {t('wizard.back')}
            </Button>
          )}
          <Button type="submit">{t(step === 'review' ? 'wizard.list' : 'wizard.next')}</Button>
        </div>
      </form>
      {isSending && (
        <ListDialog
          name={name}
          asset={isNewCoin ? { ticker: base, label: (typed.label ?? '').trim(), scale: Number(typed.scale) } : null}
          typed={typed}
          onListed={(id) => void navigate(`${paths.operators}/markets/${id}`)}
          onClose={() => setSending(false)}
        />
      )}
    </>
  );
}

function useFields(
  markets: ListingWizardProps['markets'],
  assets: ListingWizardProps['assets'],
  isNewCoin: boolean,
): ValueField[] {
  const { t } = useTranslation('ops-markets');
  return [
    { name: 'base', label: t('wizard.base'), hint: t('wizard.baseHint') },
    ...(isNewCoin
      ? [
          { name: 'label', label: t('wizard.label'), hint: t('wizard.labelHint') },
          { name: 'scale', label: t('wizard.scale'), hint: t('wizard.scaleHint'), isNumber: true },
        ]
      : []),
    {
      name: 'quote',
      label: t('wizard.quote'),
      options: [
        { value: '', label: t('wizard.choose') },
        ...assets.map(({ ticker, label }) => ({ value: ticker, label: `${ticker} · ${label}` })),
      ],
    },
    {
      name: 'like',
      label: t('wizard.like'),
      hint: t('wizard.likeHint'),
      options: [
        { value: '', label: t('wizard.likeNone') },
        ...markets.map(({ name }) => ({ value: name, label: name })),
      ],
    },
    ...marketDecimals.map((name) => ({ name, label: t(`field.${name}`) })),
    ...useRateFields(),
  ];
}

interface ReviewProps {
  typed: Readonly<Record<string, string>>;
  name: string;
  isNewCoin: boolean;
}

function Review({ typed, name, isNewCoin }: ReviewProps) {
  const { t } = useTranslation('ops-markets');
  const texts = typedTexts(typed);
  return (
    <Facts
      rows={[
        [t('wizard.market'), name],
        ...(isNewCoin ? [[t('wizard.newCoin'), `${typed.label}, ${typed.scale}`] as const] : []),
        ...marketDecimals.map((field) => [t(`field.${field}`), texts[field]] as const),
        ...marketRates.map((field) => [t(`field.${field}`), t('percent', { value: texts[field] })] as const),
        [t('field.tax'), t(`tax.${texts.tax}`)],
        [t('field.selfTrade'), t(`selfTrade.${texts.selfTrade}`)],
        [t('field.isNew'), t(`isNew.${texts.isNew}`)],
      ]}
    />
  );
}

interface ListDialogProps {
  name: string;
  asset: { ticker: string; label: string; scale: number } | null;
  typed: Readonly<Record<string, string>>;
  onListed: (id: number) => void;
  onClose: () => void;
}

function ListDialog({ name, asset, typed, onListed, onClose }: ListDialogProps) {
  const { t } = useTranslation('ops-markets');
  return (
    <DecisionDialog
      title={t('wizard.listTitle', { pair: name })}
      confirmLabel={t('wizard.list')}
      submit={(reason) => {
        const market = { ...(sentFigures(typedTexts(typed)) as Required<ReturnType<typeof sentFigures>>), name };
        return call('POST /v2/ops/markets', { body: { market, asset, reason } });
      }}
      doneText={t('wizard.listed', { pair: name })}
      onDecided={(answer) => {
        if (answer.status !== 'requested') onListed(answer.id);
      }}
      onClose={onClose}
    >
      <p>{t('wizard.listBody')}</p>
    </DecisionDialog>
  );
}
