/** What of loans between users an operator has switched on; apart from their calls, since the menus of every page ask. */
import { useQuery } from '@tanstack/react-query';
import { systemQuery } from './system.ts';

export interface LoanSwitches {
  /** Whether bids on offers are taken, and new offers; undefined until it is known. */
  take: boolean | undefined;
  create: boolean | undefined;
  /** Either: while neither is, loans are shown to nobody who has none. */
  isOn: boolean | undefined;
}

export function useLoanSwitches(): LoanSwitches {
  const { data } = useQuery(systemQuery);
  if (!data) return { take: undefined, create: undefined, isOn: undefined };
  const [take, create] = [!data.block_p2p_take, !data.block_p2p_create];
  return { take, create, isOn: take || create };
}
