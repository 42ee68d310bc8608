/** The change of an open spot order; apart from the calls of the first view, since it comes with its dialog. */
import type { AmendOrderRequest, SpotOrder } from '@pelican/shared/contracts/spot';
import { call } from './call.ts';
import './order-contracts.ts';

/**
 * Changes price, amount (the new total with what is filled) or both.
 * @param idempotencyKey becomes the change's client_id
 * @throws ApiError
 */
export function amendOrder(request: AmendOrderRequest, idempotencyKey: string): Promise<SpotOrder> {
  return call('POST /v2/order/modify', { body: { client_id: idempotencyKey, ...request } });
}
