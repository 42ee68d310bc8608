import type { AnyTransferRequest } from '@pelican/shared/contracts/wallet.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { balancesKey, transfer } from '../../api/wallet.ts';
import { randomId } from '../../platform/random-id.ts';

/**
 * Sends transfers. A try whose outcome is unknown keeps its idempotency key for the next try of the same transfer, so
 * that pressing the button again cannot move the money twice.
 */
export function useTransfer() {
  const client = useQueryClient();
  const pending = useRef<{ content: string; key: string } | null>(null);
  return useMutation({
    mutationFn: (request: AnyTransferRequest) => {
      const content = JSON.stringify(request);
      if (pending.current?.content !== content) pending.current = { content, key: randomId() };
      return transfer(request, pending.current.key);
    },
    onSuccess: () => {
      pending.current = null;
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.outcomeUnknown)) pending.current = null;
    },
    onSettled: () => client.invalidateQueries({ queryKey: balancesKey }),
  });
}
