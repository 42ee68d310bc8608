/** Refusals of saved addresses. */
import { declareErrors } from '../error-facts.ts';

export const savedAddressesErrors = declareErrors({
  address_saved: { status: 409, message: 'This address already exists', socket: 1 },
  too_many_addresses: { status: 422, message: 'You have saved as many addresses as you may: delete one', socket: 1 },
});
