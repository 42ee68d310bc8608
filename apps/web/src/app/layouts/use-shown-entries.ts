import { useLoanSwitches } from '../../api/loan-switches.ts';
import { paths, perpetualPath } from '../../platform/paths.ts';
import { usePreferences } from '../../platform/preferences.ts';
import type { NavigationEntry } from './navigation.ts';

/** Leaves out of a menu what the exchange does not offer now. */
export function useShownEntries(): (entries: readonly NavigationEntry[]) => NavigationEntry[] {
  const { isOn: areLoansOn = false } = useLoanSwitches();
  return (entries) => entries.filter(({ needs }) => needs !== 'loans' || areLoansOn);
}

/** Where an entry of a menu leads: perpetuals have a list of their own, which is skipped once a market was chosen. */
export function useAddressOf(): (to: NavigationEntry['to']) => string {
  const lastPerpetual = usePreferences((preferences) => preferences.lastPerpetual);
  return (to) => (to === paths.perpetuals && lastPerpetual ? perpetualPath(lastPerpetual) : to);
}
