import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { marketsQuery } from '../../../../api/markets.ts';
import { useOpenOrders } from '../../../../live/index.ts';
import { tradePath } from '../../../../platform/paths.ts';
import { questions } from '../../../../ui/confirm.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { SpotMarketProvider, spotMarketOf } from '../../market-context.ts';
import { modifyMessages } from './messages.ts';
import { ModifyOrderForm } from './modify-order-form.tsx';

interface ModifyOrderDialogProps {
  order: SpotOrder;
  onClose: () => void;
}

/** Changes price, amount or both of an open limit order of any market, as the live view has it. */
export function ModifyOrderDialog({ order, onClose }: ModifyOrderDialogProps) {
  const { t } = useTranslation(modifyMessages);
  const { data: markets } = useQuery(marketsQuery);
  const { orders } = useOpenOrders();
  const info = markets?.byName.get(order.market);
  const market = useMemo(() => info && markets && spotMarketOf(info, markets, tradePath), [info, markets]);
  // Escape answers the question that lies above, and leaves what was typed.
  const isAsked = useStore(questions, (open) => open.length > 0);
  return (
    <Dialog title={t('title')} onClose={onClose} locked={isAsked}>
      {market && (
        <SpotMarketProvider value={market}>
          <ModifyOrderForm order={orders.find(({ id }) => id === order.id) ?? order} onClose={onClose} />
        </SpotMarketProvider>
      )}
    </Dialog>
  );
}
