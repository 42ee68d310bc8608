/** Cells that follow the live feed; until its first word they show the figures that came with the list. */
import type { PerpetualListItem } from '@pelican/shared/contracts/perpetual/markets.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSetPerpetualFavorite } from '../../../api/perpetual.ts';
import { usePerpetualPrice } from '../../../live/index.ts';
import { perpetualPath } from '../../../platform/paths.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { formatCompact, groupingOf, shortLabel } from '../../../ui/format.ts';
import { IconStar, IconStarFilled } from '../../../ui/icons.ts';
import styles from '../../../ui/market-list.module.css';
import { Change, Price } from '../../../ui/numbers.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { useFlash } from '../../../ui/use-flash.ts';
import { FundingLine } from '../strip/funding-line.tsx';

interface CellProps {
  market: PerpetualListItem;
}

export function PerpetualName({ market }: CellProps) {
  return (
    <Link to={perpetualPath(market.name)} className={styles.name}>
      <CoinIcon ticker={market.stock} size={28} />
      <span className={styles.nameText}>
        <span>
          <strong>{market.stock}</strong>
          <span className="hint"> / {market.money}</span>
        </span>
        <span className={styles.coin}>{shortLabel(market.stock_label)}</span>
      </span>
    </Link>
  );
}

export function LastCell({ market }: CellProps) {
  const last = usePerpetualPrice(market.name)?.last ?? market.market.price;
  const flash = useFlash<HTMLSpanElement>(last);
  return (
    <span ref={flash} className={styles.price}>
      <Price value={last} decimals={market.price_prec} ticker={market.money} />
    </span>
  );
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
  return (
    <span className="tabular" title={`${volume} ${market.money}`}>
      {formatCompact(volume, groupingOf(market.money))} {market.money}
    </span>
  );
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
  const Star = market.favorite ? IconStarFilled : IconStar;
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={market.favorite}
      aria-label={t('list.favorite', { pair: `${market.stock}/${market.money}` })}
      onClick={() => mutate({ pair: market.name, favorite: !market.favorite })}
    >
      <Star size={18} aria-hidden />
    </button>
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
