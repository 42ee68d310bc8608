import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { perpetualKeys } from '../../api/perpetual.ts';
import { usePerpetualOrderEvents } from '../../live/index.ts';
import { TerminalStatusBar } from '../../terminal/layout/terminal-status-bar.tsx';
import { useOrderContracts } from '../../terminal/layout/use-order-contracts.ts';
import { useViewport } from '../../terminal/layout/use-viewport.ts';
import { usePerpetualForm } from './form/perpetual-form-store.ts';
import { PerpetualPhone, PerpetualTerminal } from './layout/perpetual-layouts.tsx';
import { usePerpetualMarket } from './perpetual-market.ts';
import { PerpetualMarketPage } from './perpetual-market-page.tsx';

/** /perpetual/{pair}: trading a perpetual market. */
export function Component() {
  return (
    <PerpetualMarketPage>
      <Terminal />
    </PerpetualMarketPage>
  );
}

function Terminal() {
  const { name, wire } = usePerpetualMarket();
  const viewport = useViewport();
  const reset = usePerpetualForm((form) => form.reset);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another market begins with an empty form
  useEffect(() => reset(), [name, reset]);
  useFreshMaxAmounts();
  useOrderContracts();
  return (
    <>
      {viewport === 'phone' ? <PerpetualPhone key={name} /> : <PerpetualTerminal viewport={viewport} />}
      <TerminalStatusBar makerFee={wire.maker_fee} takerFee={wire.taker_fee} />
    </>
  );
}

/** Each order changes what may be ordered next. */
function useFreshMaxAmounts(): void {
  const client = useQueryClient();
  const onEvent = useCallback(() => void client.invalidateQueries({ queryKey: perpetualKeys.maxAmounts }), [client]);
  usePerpetualOrderEvents(onEvent);
}
