/** The dialogs that rows of the account open. One at a time, with the position or order as it is now. */
import type { OpenPosition, PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import { createStore, useStore } from 'zustand';
import { isPerpetualAlgo, perpetualOrderKey, usePerpetualOrders, usePerpetualPositions } from '../../../live/index.ts';
import { positionAlgo } from '../account/position-algo.ts';
import { ShareDialog } from '../share/share-dialog.tsx';
import { CloseDialog, type CloseKind } from './close-dialog.tsx';
import { MarginDialog } from './margin-dialog.tsx';
import { ModifyAlgoDialog } from './modify-algo-dialog.tsx';
import { ModifyOrderDialog } from './modify-order-dialog.tsx';
import { OrderDetailsDialog } from './order-details-dialog.tsx';
import { TpslDialog } from './tpsl-dialog.tsx';

type PositionDialog =
  | { kind: 'margin' | 'tpsl' | 'share'; position: OpenPosition }
  | { kind: 'close'; position: OpenPosition; close: CloseKind };
type OrderDialog = { kind: 'details' | 'modify'; order: PerpetualOrder };

const opened = createStore<PositionDialog | OrderDialog | null>()(() => null);
const close = () => opened.setState(null, true);

/** Opens a dialog about a position or an order. */
export function openAccountDialog(dialog: PositionDialog | OrderDialog): void {
  opened.setState(dialog, true);
}

/** Hosts them: once on each page whose rows open dialogs. */
export function AccountDialogs() {
  const dialog = useStore(opened);
  if (!dialog) return null;
  return 'position' in dialog ? <OfPosition dialog={dialog} /> : <OfOrder dialog={dialog} />;
}

function OfPosition({ dialog }: { dialog: PositionDialog }) {
  const { positions, ready } = usePerpetualPositions();
  const { orders } = usePerpetualOrders();
  const now = positions.find((one) => one.position_id === dialog.position.position_id);
  // Closed meanwhile: there is nothing left to change. Its profit may still be shared.
  if (ready && !now && dialog.kind !== 'share') return null;
  const position = now ?? dialog.position;
  switch (dialog.kind) {
    case 'margin':
      return <MarginDialog position={position} onClose={close} />;
    case 'tpsl':
      return <TpslDialog position={position} algo={positionAlgo(orders, position)} onClose={close} />;
    case 'share':
      return <ShareDialog position={position} onClose={close} />;
    case 'close':
      return <CloseDialog position={position} kind={dialog.close} onClose={close} />;
  }
}

function OfOrder({ dialog }: { dialog: OrderDialog }) {
  const { orders } = usePerpetualOrders();
  const key = perpetualOrderKey(dialog.order);
  const order = orders.find((one) => perpetualOrderKey(one) === key) ?? dialog.order;
  if (dialog.kind === 'details') return <OrderDetailsDialog order={order} onClose={close} />;
  return isPerpetualAlgo(order) ? (
    <ModifyAlgoDialog algo={order} onClose={close} />
  ) : (
    <ModifyOrderDialog order={order} onClose={close} />
  );
}
