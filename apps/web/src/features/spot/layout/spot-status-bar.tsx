import { TerminalStatusBar } from '../../../terminal/layout/terminal-status-bar.tsx';
import { useFees } from '../form/use-form-context.ts';

/** The terminal's status bar with the spot fees of the user. */
export function SpotStatusBar() {
  const { rates } = useFees();
  return <TerminalStatusBar makerFee={rates.makerFee} takerFee={rates.takerFee} />;
}
