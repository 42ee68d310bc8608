import { useEffect } from 'react';
import { whenIdle } from '../../ui/when-idle.ts';

/**
 * Asks for the contracts of orders once the trading screen is there, whatever its width: they are no part of the first view.
 * Where they are lost the server judges alone.
 */
export function useOrderContracts(): void {
  useEffect(() => {
    whenIdle()
      .then(() => import('../../api/order-contracts.ts'))
      .catch(() => undefined);
  }, []);
}
