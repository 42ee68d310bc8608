/** Cells that follow the live feed; until its first word they show the figures that came with the list. */
import type { PerpetualListItem } from '@pelican/shared/contracts/perpetual';
import { useTranslation } from 'react-i18next';
import { useSetPerpetualFavorite } from '../../../api/perpetual.ts';
import { usePerpetualPrice } from '../../../live/index.ts';
import { perpetualPath } from '../../../platform/paths.ts';
import { formatCompact } from '../../../ui/format.ts';
import { FlashingPrice, MarketLink, MoneyVolume, StarButton } from '../../../ui/market-cells.tsx';
import { Change, Price } from '../../../ui/numbers.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { FundingLine } from '../strip/funding-line.tsx';

interface CellProps {
  market: PerpetualListItem;
}

export function PerpetualName({ market }: CellProps) {
  return <MarketLink market={market} to={perpetualPath(market.name)} />;
}

export function LastCell({ market }: CellProps) {
  const last = usePerpetualPrice(market.name)?.last ?? market.market.price;
  return <FlashingPrice market={market} price={last} />;
}

export function MarkCell({ market }: CellProps) {
  const mark = usePerpetualPrice(market.name)?.mark_price ?? market.markPrice;
  return <Price value={mark} decimals={market.price_prec} ticker={market.money} />;
}

export function ChangeCell({ market }: CellProps) {
  return <Change value={usePerpetualPrice(market.name)?.change ?? market.market.change} />;
}

export function VolumeCell({ market }: CellProps) {
  const volume = usePerpetualPrice(market.name)?.deal ?? market.market.volumeInMoney;
  return <MoneyVolume volume={volume} money={market.money} />;
}

export function FundingCell({ market }: CellProps) {
  const { currentRate, currentTime } = market.funding;
  return <FundingLine market={market.name} listed={{ rate: currentRate, time: currentTime }} />;
}

export function InterestCell({ market }: CellProps) {
  return (
    <span className="tabular">
      {formatCompact(market.open_interest)} {market.stock}
    </span>
  );
}

export function FavoriteCell({ market }: CellProps) {
  const { t } = useTranslation('perpetual');
  const { mutate } = useSetPerpetualFavorite();
  return (
    <StarButton
      on={market.favorite}
      label={t('list.favorite', { pair: `${market.stock}/${market.money}` })}
      onToggle={() => mutate({ pair: market.name, favorite: !market.favorite })}
    />
  );
}

/** The day of the market as a line. */
export function SparklineCell({ market }: CellProps) {
  const live = usePerpetualPrice(market.name);
  return (
    <Sparkline
      closes={market.sparkline}
      last={live?.last ?? market.market.price}
      change={live?.change ?? market.market.change}
    />
  );
}
