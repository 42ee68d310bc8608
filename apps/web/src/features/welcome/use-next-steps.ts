import { useQuery } from '@tanstack/react-query';
import { securityQuery } from '../../api/security.ts';
import { generalSettingsQuery } from '../../api/settings.ts';
import { finishedOrdersQuery, openOrdersQuery } from '../../api/spot.ts';
import { balancesQuery } from '../../api/wallet.ts';
import { paths } from '../../platform/paths.ts';
import { isZeroDecimal } from '../../ui/decimal-compare.ts';

export interface NextStep {
  name: 'verify' | 'protect' | 'fund' | 'trade';
  to: string;
  /** Undefined where it is not known. */
  isDone: boolean | undefined;
}

/** The way from the sign-up to the first trade, of who is signed in. @returns no steps where all are taken, or nothing is known of them */
export function useNextSteps(isSignedIn: boolean): { isPending: boolean; steps: NextStep[] } {
  const enabled = isSignedIn;
  const profile = useQuery({ ...generalSettingsQuery, enabled });
  const security = useQuery({ ...securityQuery, enabled });
  const balances = useQuery({ ...balancesQuery, enabled });
  const open = useQuery({ ...openOrdersQuery({ limit: 1 }), enabled });
  const finished = useQuery({ ...finishedOrdersQuery({ limit: 1 }), enabled });
  const isPending = [profile, security, balances, open, finished].some((query) => query.isPending);
  if (!isSignedIn || isPending) return { isPending: isSignedIn, steps: [] };
  const orders = [open.data, finished.data].filter((list) => list !== undefined);
  const steps: NextStep[] = [
    { name: 'verify', to: paths.kyc, isDone: profile.data?.is_verified },
    { name: 'protect', to: paths.security, isDone: security.data?.twoFactorEnabled },
    {
      name: 'fund',
      to: paths.walletList,
      isDone: balances.data?.list.some((balance) => !isZeroDecimal(balance.full_balance)),
    },
    {
      name: 'trade',
      to: paths.trade,
      isDone: orders.length === 0 ? undefined : orders.some(({ result }) => result.length > 0),
    },
  ];
  return { isPending: false, steps: steps.some(({ isDone }) => isDone === false) ? steps : [] };
}
