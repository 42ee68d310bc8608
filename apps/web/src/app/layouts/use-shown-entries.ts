import { useLoanSwitches } from '../../api/loan-switches.ts';
import type { NavigationEntry } from './navigation.ts';

/** Leaves out of a menu what the exchange does not offer now. */
export function useShownEntries(): (entries: readonly NavigationEntry[]) => NavigationEntry[] {
  const { isOn: areLoansOn = false } = useLoanSwitches();
  return (entries) => entries.filter(({ needs }) => needs !== 'loans' || areLoansOn);
}
