/** The values that fields of perpetual orders and positions may have on the wire. */
import * as z from 'zod/mini';

export const mode = z.enum(['cross', 'isolated']);
export const side = z.enum(['buy', 'sell']);
export const position = z.enum(['long', 'short']);
export const orderType = z.enum(['limit', 'market', 'post_only', 'ioc', 'fok']);
export const algoType = z.enum(['conditional', 'oco', 'trigger']);
export const priceSource = z.enum(['last', 'index', 'mark']);
export const selfTrade = z.enum(['cancel_maker', 'cancel_taker', 'cancel_both']);
export const orderStatus = z.enum(['live', 'partially_filled', 'filled', 'canceled', 'closed']);

export const algoStatus = z.enum([
  'pause',
  'live',
  'partially_effective',
  'effective',
  'filled',
  'order_failed',
  'canceled',
]);

/** States of orders and algos together: the specification's four groups are picks of these. */
export const anyStatus = z.enum([
  ...orderStatus.options,
  ...algoStatus.options.filter((one) => one !== 'live' && one !== 'filled' && one !== 'canceled'),
]);
