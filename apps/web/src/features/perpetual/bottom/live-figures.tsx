/** Cells of a position that move with the mark: each renders alone. */
import type { OpenPosition } from '@pelican/shared/contracts/perpetual';
import { useTranslation } from 'react-i18next';
import { formatPercent, formatUpTo, signOf } from '../../../ui/format.ts';
import { useFlash } from '../../../ui/use-flash.ts';
import { moneyDecimals } from '../account/decimals-shown.ts';
import { accountMessages } from '../account/messages.ts';
import { SignedMoney } from '../account/signed-money.tsx';
import { percentText } from '../account/sizes.ts';
import { useFigures } from '../account/use-figures.ts';
import styles from './positions.module.css';

interface CellProps {
  position: OpenPosition;
}

export function MarkCell({ position }: CellProps) {
  return <span className="tabular">{formatUpTo(useFigures(position).mark, 8)}</span>;
}

/** Profit by mark and, below it, its share of the margin put in. */
export function ProfitCell({ position }: CellProps) {
  const { profit, percent } = useFigures(position);
  const flash = useFlash<HTMLSpanElement>(profit);
  const tone = signOf(profit, 8);
  return (
    <span ref={flash} className={styles.two}>
      <SignedMoney value={profit} decimals={moneyDecimals(profit)} colored />
      <span className={`tabular ${tone > 0 ? 'buy' : tone < 0 ? 'sell' : ''}`}>{formatPercent(percent)}</span>
    </span>
  );
}

/** Below this many times the requirement a position is in danger. */
const dangerRatio = 1.5;
const warnRatio = 3;

/** Equity over requirement in percent: at 100 % the position is liquidated. */
export function MarginLevelCell({ position }: CellProps) {
  const { t } = useTranslation(accountMessages);
  const { ratio: figure } = useFigures(position);
  if (figure === '') return '–';
  const ratio = Number(figure);
  const tone = ratio <= dangerRatio ? 'sell' : ratio <= warnRatio ? styles.warn : '';
  return (
    <span className={`tabular ${tone}`}>
      {formatUpTo(percentText(figure), 1)} %
      {ratio <= dangerRatio && <span className="visually-hidden"> {t('positions.nearLiquidation')}</span>}
    </span>
  );
}
