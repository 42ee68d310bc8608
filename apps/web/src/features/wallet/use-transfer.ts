import type { AnyTransferRequest, TransferResponse } from '@pelican/shared/contracts/wallet';
import { useQueryClient } from '@tanstack/react-query';
import { useSubmitOnce } from '../../api/use-submit-once.ts';
import { balancesKey, transfer } from '../../api/wallet.ts';

/** Sends transfers, one at a time. `send` returns whether it is done and the dialog is still on screen. */
export function useTransfer() {
  const client = useQueryClient();
  const { submit, sending, error, clear } = useSubmitOnce<TransferResponse>('transfer');

  async function send(request: AnyTransferRequest, onDone: (answer: TransferResponse) => void): Promise<boolean> {
    try {
      return await submit({ request, send: transfer }, onDone);
    } finally {
      void client.invalidateQueries({ queryKey: balancesKey });
    }
  }

  return { send, sending, error, clear };
}
