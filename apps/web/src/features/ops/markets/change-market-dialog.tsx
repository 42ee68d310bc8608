import type { OperatorMarket } from '@pelican/shared/contracts/markets';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { ChangeFiguresDialog } from '../parts/change-figures-dialog.tsx';
import { sentBody } from '../parts/figures-change.ts';
import type { ValueField } from '../parts/value-fields.tsx';
import { warnOf } from '../parts/warn-of.ts';
import {
  type MarketTexts,
  marketDecimals,
  marketProblems,
  marketSteps,
  sentFigures,
  textsOf,
  typedTexts,
} from './market-fields.ts';
import { useRateFields } from './use-rate-fields.ts';

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
    ...useRateFields(),
  ];
  return (
    <ChangeFiguresDialog<MarketTexts>
      title={t('changeTitle', { pair })}
      fields={fields}
      before={textsOf(market)}
      figuresOf={typedTexts}
      problemsOf={(typed) => marketProblems(typedTexts(typed), (problem) => t(`problem.${problem}`))}
      submit={async (change) => {
        const body = sentBody(change, sentFigures);
        const answer = await call('POST /v2/ops/markets/:pair/change', { params: { pair }, body });
        warnOf(answer);
        return answer;
      }}
      doneText={t('changed', { pair })}
      onClose={onClose}
    />
  );
}
