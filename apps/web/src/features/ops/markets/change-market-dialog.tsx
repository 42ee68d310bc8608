import type { OperatorMarket } from '@pelican/shared/contracts/markets';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { notify } from '../../../ui/notify.ts';
import { ChangeValuesDialog } from '../parts/change-values-dialog.tsx';
import type { ValueField } from '../parts/value-fields.tsx';
import {
  changeOf,
  type MarketTexts,
  marketDecimals,
  marketProblems,
  marketRates,
  marketSteps,
  selfTrades,
  taxes,
  textsOf,
  typedTexts,
} from './market-fields.ts';

/** Steps, limits, fees and taxes of a market; two operators decide. */
export function ChangeMarketDialog({ market, onClose }: { market: OperatorMarket; onClose: () => void }) {
  const { t } = useTranslation('ops-markets');
  const { name: pair, status, openOrders } = market;
  const hasFixedSteps = status === 'open' || openOrders > 0;
  const fields: ValueField[] = [
    ...marketDecimals.map((name) => ({
      name,
      label: t(`field.${name}`),
      ...(hasFixedSteps && marketSteps.some((step) => step === name) ? { hint: t('fixedStep'), isDisabled: true } : {}),
    })),
    ...marketRates.map((name) => ({ name, label: t('inPercent', { field: t(`field.${name}`) }) })),
    { name: 'tax', label: t('field.tax'), options: taxes.map((value) => ({ value, label: t(`tax.${value}`) })) },
    {
      name: 'selfTrade',
      label: t('field.selfTrade'),
      options: selfTrades.map((value) => ({ value, label: t(`selfTrade.${value}`) })),
    },
    {
      name: 'isNew',
      label: t('field.isNew'),
      options: ['true', 'false'].map((value) => ({ value, label: t(`isNew.${value}`) })),
    },
  ];
  return (
    <ChangeValuesDialog<MarketTexts>
      title={t('changeTitle', { pair })}
      fields={fields}
      before={textsOf(market)}
      valuesOf={typedTexts}
      problemsOf={(typed) => marketProblems(typedTexts(typed), (problem) => t(`problem.${problem}`))}
      submit={async (change, reason) => {
        const body = { change: changeOf(change), reason };
        const answer = await call('POST /v2/ops/markets/:pair/change', { params: { pair }, body });
        if (answer.status !== 'requested' && answer.warning !== null) notify.warning(answer.warning);
        return answer;
      }}
      doneText={t('changed', { pair })}
      onClose={onClose}
    />
  );
}
