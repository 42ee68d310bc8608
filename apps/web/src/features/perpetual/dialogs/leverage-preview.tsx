import type { SetLeverageResponse } from '@pelican/shared/contracts/perpetual';
import { useTranslation } from 'react-i18next';
import { type Fact, Facts } from '../../../ui/facts.tsx';
import { formatUpTo } from '../../../ui/format.ts';
import { moneyOf } from '../../../ui/pair.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useFormulaInstrument } from '../account/instruments.ts';
import { accountMessages } from '../account/messages.ts';
import { SignedMoney } from '../account/signed-money.tsx';
import { contractsOf, largestPosition } from '../account/sizes.ts';
import { BeforeAfter } from './dialog-parts.tsx';

interface LeveragePreviewProps {
  market: string;
  leverage: number;
  /** Undefined while it is asked for. */
  preview: SetLeverageResponse | undefined;
  hasPosition: boolean;
}

/** What the leverage would change: the largest position, and of an open one margin and liquidation price. */
export function LeveragePreview({ market, leverage, preview, hasPosition }: LeveragePreviewProps) {
  const { t } = useTranslation(accountMessages);
  const instrument = useFormulaInstrument(market);
  const waiting = <Skeleton width={96} />;
  const price = (value: string) => formatUpTo(value, 8);
  const facts: Fact[] = [
    {
      label: t('leverage.largest'),
      value: instrument
        ? t('size.contracts', { size: formatUpTo(contractsOf(instrument, largestPosition(instrument, leverage)), 8) })
        : waiting,
    },
  ];
  if (hasPosition) {
    facts.push(
      {
        label: t('leverage.marginChange'),
        value: preview ? <SignedMoney value={preview.margin_change} ticker={moneyOf(market)} /> : waiting,
      },
      {
        label: t('leverage.liquidation'),
        value: preview ? (
          <BeforeAfter before={price(preview.liq_price_before)} after={price(preview.liq_price_after)} />
        ) : (
          waiting
        ),
      },
    );
  }
  return <Facts facts={facts} />;
}
