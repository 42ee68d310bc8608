import { useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { hasEntryBefore } from '../../platform/has-entry-before.ts';
import { kycHash, readTransferHash } from '../../platform/hash-dialogs.ts';
import { readCancelAllHash, readModifyHash, readOrderHash, readShortage } from '../../platform/order-dialogs.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { loadChunk } from '../load-chunk.ts';

const TransferDialog = lazyPart(() =>
  loadChunk(() => import('../../features/wallet/transfer-dialog.tsx').then((module) => module.TransferDialog)),
);

const KycDialog = lazyPart(() =>
  loadChunk(() => import('../../features/verification/kyc-dialog.tsx').then((module) => module.KycDialog)),
);

const TransferEffect = lazyPart(() =>
  loadChunk(() =>
    import('../../features/perpetual/account/transfer-effect.tsx').then((module) => module.TransferEffect),
  ),
);

const ShortageDialog = lazyPart(() =>
  loadChunk(() => import('../../features/wallet/shortage/shortage-dialog.tsx').then((module) => module.ShortageDialog)),
);

const OrderDetailsDialog = lazyPart(() =>
  loadChunk(() =>
    import('../../features/spot/orders/details/order-details-dialog.tsx').then((module) => module.OrderDetailsDialog),
  ),
);

const LinkedModifyOrderDialog = lazyPart(() =>
  loadChunk(() =>
    import('../../features/spot/orders/modify/linked-modify-order-dialog.tsx').then(
      (module) => module.LinkedModifyOrderDialog,
    ),
  ),
);

const CancelAllDialog = lazyPart(() =>
  loadChunk(() =>
    import('../../features/spot/orders/cancel-all/cancel-all-dialog.tsx').then((module) => module.CancelAllDialog),
  ),
);

/** Opens the dialog that the address asks for. Closing it steps back when the dialog was opened from a page of ours. */
export function HashDialogs() {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const { isSignedIn } = useSession();
  if (!isSignedIn) return null;
  const close = () => {
    if (hasEntryBefore()) void navigate(-1);
    else void navigate(pathname + search, { replace: true });
  };
  if (hash === kycHash) return <KycDialog onClose={close} />;
  const order = readOrderHash(hash);
  if (order !== null) return <OrderDetailsDialog id={order} onClose={close} />;
  const modified = readModifyHash(hash);
  if (modified !== null) return <LinkedModifyOrderDialog id={modified} onClose={close} />;
  const cancelled = readCancelAllHash(hash);
  if (cancelled !== null) return <CancelAllDialog pair={cancelled} onClose={close} />;
  const shortage = readShortage(hash);
  if (shortage !== null) return <ShortageDialog shortage={shortage} onClose={close} />;
  const transfer = readTransferHash(hash);
  if (transfer === null) return null;
  return <TransferDialog ticker={transfer.ticker} to={transfer.to} FuturesEffect={TransferEffect} onClose={close} />;
}
