/** What orders, and the calls that change them, have to look like: held from when this file arrives. */
import {
  amendAlgoRequest,
  amendOrderRequest as amendPerpetualRequest,
  closePositionRequest,
  marginAdjustmentRequest,
  placeRequest,
  setLeverageRequest,
} from '@pelican/shared/contracts/perpetual';
import { amendOrderRequest, placeLimitRequest, placeMarketRequest } from '@pelican/shared/contracts/spot';
import { addRequestChecks } from './add-request-checks.ts';

/** By call: the schemas of these bodies alone, for the tables of calls bring those of every answer too. */
export const orderBodies = {
  'POST /v2/order': { body: placeLimitRequest },
  'POST /v2/order/put_market': { body: placeMarketRequest },
  'POST /v2/order/modify': { body: amendOrderRequest },
  'POST /v3/order': { body: placeRequest },
  'POST /v3/order/modify': { body: amendPerpetualRequest },
  'POST /v3/algo-order/modify': { body: amendAlgoRequest },
  'POST /v3/close-position': { body: closePositionRequest },
  'POST /v3/profile/margin-balance-adjustment': { body: marginAdjustmentRequest },
  'POST /v3/set-leverage': { body: setLeverageRequest },
};

addRequestChecks(orderBodies);
