import { useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { kycHash, readTransferHash } from '../../platform/hash-dialogs.ts';
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

/** Opens the dialog that the address asks for. Closing it steps back when the dialog was opened from a page of ours. */
export function HashDialogs() {
  const { hash, pathname, search, key } = useLocation();
  const navigate = useNavigate();
  const { isSignedIn } = useSession();
  const transfer = readTransferHash(hash);
  const isKyc = hash === kycHash;
  if ((transfer === null && !isKyc) || !isSignedIn) return null;
  const close = () => {
    if (key !== 'default') void navigate(-1);
    else void navigate(pathname + search, { replace: true });
  };
  if (isKyc) return <KycDialog onClose={close} />;
  if (transfer === null) return null;
  return <TransferDialog ticker={transfer.ticker} to={transfer.to} FuturesEffect={TransferEffect} onClose={close} />;
}
