import { type ComponentType, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { useOrderContracts } from '../../terminal/layout/use-order-contracts.ts';
import { useViewport } from '../../terminal/layout/use-viewport.ts';
import { notify } from '../../ui/notify.ts';
import { useSpotForm } from './form/spot-form-store.ts';
import { useFees } from './form/use-form-context.ts';
import { SpotPhone } from './layout/spot-layouts.tsx';
import { SpotStatusBar } from './layout/spot-status-bar.tsx';
import { useSpotMarket } from './market-context.ts';

/** The trading screen of the market on screen; views differ where there is width. */
export function SpotTrading({ Wide }: { Wide: ComponentType<{ viewport: 'tablet' | 'desktop' }> }) {
  const { name } = useSpotMarket();
  const { isSignedIn } = useSession();
  const viewport = useViewport();
  const reset = useSpotForm((form) => form.reset);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed belongs to the pair
  useEffect(reset, [name]);
  useOrderContracts();
  return (
    <>
      {viewport === 'phone' ? <SpotPhone key={name} /> : <Wide viewport={viewport} />}
      <SpotStatusBar />
      {isSignedIn && <FeeNotice />}
    </>
  );
}

function FeeNotice() {
  const { t } = useTranslation('spot');
  const { failed } = useFees();
  useEffect(() => {
    if (failed) notify.warning(t('form.feeFailed'));
  }, [failed, t]);
  return null;
}
