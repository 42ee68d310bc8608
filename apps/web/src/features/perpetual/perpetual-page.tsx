import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { perpetualKeys } from '../../api/perpetual.ts';
import { useSwapOrderEvents } from '../../live/index.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { TerminalStatusBar } from '../../terminal/layout/terminal-status-bar.tsx';
import { useViewport } from '../../terminal/layout/use-viewport.ts';
import { useSwapForm } from './form/swap-form-store.ts';
import { SwapPhone, SwapTerminal } from './layout/swap-layouts.tsx';
import { usePerpetualMarket } from './perpetual-market.ts';
import { SwapMarketPage } from './swap-market-page.tsx';

/** /perpetual/{pair}: trading a swap market. */
export function Component() {
  return (
    <SwapMarketPage>
      <Terminal />
    </SwapMarketPage>
  );
}

function Terminal() {
  const { name, wire } = usePerpetualMarket();
  const viewport = useViewport();
  const remember = usePreferences((preferences) => preferences.set);
  const reset = useSwapForm((form) => form.reset);
  useEffect(() => {
    reset();
    remember({ lastSwap: name });
  }, [name, reset, remember]);
  useFreshMaxAmounts();
  return (
    <>
      {viewport === 'phone' ? <SwapPhone key={name} /> : <SwapTerminal viewport={viewport} />}
      <TerminalStatusBar makerFee={wire.maker_fee} takerFee={wire.taker_fee} />
    </>
  );
}

/** Each order changes what may be ordered next. */
function useFreshMaxAmounts(): void {
  const client = useQueryClient();
  const onEvent = useCallback(() => void client.invalidateQueries({ queryKey: perpetualKeys.maxAmounts }), [client]);
  useSwapOrderEvents(onEvent);
}
