/** /p2p-loans/admin/credit-history */
import { CreditHistory } from './credit-history.tsx';

export function Component() {
  return <CreditHistory side="lend" />;
}
