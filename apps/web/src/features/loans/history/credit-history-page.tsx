/** /p2p-loans/credit-history */
import { CreditHistory } from './credit-history.tsx';

export function Component() {
  return <CreditHistory side="borrow" />;
}
