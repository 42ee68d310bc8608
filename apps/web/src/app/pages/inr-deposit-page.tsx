import { MethodChoice } from '../../features/fiat/method-choice.tsx';
import { InrDepositPage } from '../../features/inr/inr-deposit-page.tsx';

/** /wallet/deposit/INR: bank transfers, and the payment providers that take rupees. */
export function Component() {
  return <InrDepositPage>{(bank) => <MethodChoice ticker="INR" bank={bank} />}</InrDepositPage>;
}
