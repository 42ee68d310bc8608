import { useLocation, useNavigate } from 'react-router-dom';
import { shortageHash, type WalletName } from './hash-dialogs.ts';

/** Opens the dialog about too little money over the page on screen, so that Back closes it. */
export function useOpenShortage(): (ticker: string, wallet: WalletName, missing: string) => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (ticker, wallet, missing) => void navigate({ search, hash: shortageHash(ticker, wallet, missing) });
}
