import { useEffect } from 'react';
import { afterFirstPage } from '../../ui/after-first-page.ts';

/**
 * Asks for the contracts of orders once the trading screen is there, whatever its width: they are no part of the first view.
 * Where they are lost the server judges alone.
 */
export function useOrderContracts(): void {
  useEffect(() => {
    afterFirstPage()
      .then(() => import('../../api/order-contracts.ts'))
      .catch(() => undefined);
  }, []);
}
