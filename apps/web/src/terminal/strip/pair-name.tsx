import { CoinIcon } from '../../ui/coin-icon.tsx';
import { useTerminalMarket } from '../terminal-market.ts';

/** The pair on screen with its coin. */
export function PairName() {
  const { stock, money } = useTerminalMarket();
  return (
    <>
      <CoinIcon ticker={stock} size={24} />
      <strong>
        {stock}
        <span className="hint">/{money}</span>
      </strong>
    </>
  );
}
