import { crossAccount, crossLiquidationTicks } from '@pelican/shared/perpetual';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../ui/facts.tsx';
import { formatFixed } from '../../../ui/format.ts';
import { pairText } from '../../../ui/pair.ts';
import { BeforeAfter, Warning } from '../dialogs/dialog-parts.tsx';
import { usePerpetualAccount } from '../form/use-perpetual-account.ts';
import { accountMessages } from './messages.ts';
import { decimalsOf, priceOf, unitsOf } from './sizes.ts';

interface TransferEffectProps {
  /** What is moved: the asset that perpetuals settle in. */
  ticker: string;
  amount: string;
  /** Out of the futures wallet; else into it. */
  isOut: boolean;
}

/** What a transfer does to the liquidation prices of cross positions, which all of the futures wallet backs. */
export function TransferEffect({ ticker, amount, isOut }: TransferEffectProps) {
  const { t } = useTranslation(accountMessages);
  const { cash, legs } = usePerpetualAccount(ticker);
  if (cash === null || legs.length === 0) return null;
  const moved = unitsOf(amount) * (isOut ? -1n : 1n);
  const before = crossAccount(cash, legs, []);
  const after = crossAccount({ ...cash, cash: cash.cash + moved }, legs, []);
  const instruments = new Map(legs.map(({ instrument }) => [instrument.id, instrument]));
  const rows = [...instruments.values()].map((instrument) => {
    const price = (ticks: number | null) =>
      ticks === null ? t('transfer.none') : formatFixed(priceOf(instrument, ticks), decimalsOf(instrument.tickSize));
    return {
      label: t('transfer.liquidation', { pair: pairText(instrument.name) }),
      before: price(crossLiquidationTicks(before, instrument.id)),
      after: price(crossLiquidationTicks(after, instrument.id)),
    };
  });
  return (
    <>
      <Facts facts={rows.map(({ label, ...prices }) => ({ label, value: <BeforeAfter {...prices} /> }))} />
      {isOut && rows.some((row) => row.before !== row.after) && <Warning>{t('transfer.warning')}</Warning>}
    </>
  );
}
