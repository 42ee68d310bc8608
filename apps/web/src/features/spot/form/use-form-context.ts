import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '../../../api/session.ts';
import { tradeSettingsQuery } from '../../../api/spot.ts';
import { balancesQuery } from '../../../api/wallet.ts';
import { useAsset } from '../../../live/index.ts';
import { type SpotMarket, useSpotMarket } from '../market-context.ts';
import type { FormContext } from './order-form-logic.ts';
import type { FeeRates, Side } from './receipt.ts';

export interface MyFees {
  rates: FeeRates;
  customFee: boolean;
  /** The call for the rates failed. */
  failed: boolean;
}

/** The rates that this user pays in the market on screen; the listing's when signed out. */
export function useFees(): MyFees {
  const { info } = useSpotMarket();
  const { isSignedIn } = useSession();
  const { data, isError } = useQuery({ ...tradeSettingsQuery, enabled: isSignedIn });
  return useMemo(() => {
    const own = isSignedIn ? data?.coins_fee[info.name] : undefined;
    const makerFee = own?.maker_fee ?? info.maker_fee;
    const takerFee = own?.taker_fee ?? info.taker_fee;
    // The freeze covers the dearer of the two.
    const fee = Number(makerFee) > Number(takerFee) ? makerFee : takerFee;
    const rates = {
      fee,
      makerFee,
      takerFee,
      gst: own?.gst ?? info.gst,
      tds: own?.tds ?? info.tds,
      tdsBuy: own?.tds_buy ?? info.tds_buy,
      feePlc: own?.fee_plc ?? fee,
      feePlcBuy: own?.fee_plc_buy ?? own?.fee_plc ?? fee,
    };
    return { rates, customFee: isSignedIn && data?.isCustomFeeEnabled === true, failed: isError };
  }, [info, isSignedIn, data, isError]);
}

/** Free money or stock in the trade wallet; null while unknown. From the live feed, and until it has sent one, from the last answer. */
export function useAvailable(ticker: string): string | null {
  const { isSignedIn } = useSession();
  const asset = useAsset(ticker);
  const { data } = useQuery({ ...balancesQuery, enabled: isSignedIn });
  if (!isSignedIn) return null;
  return asset?.available ?? data?.byTicker.get(ticker)?.trade_available ?? null;
}

/** The market, the rates and the balance as the form's rules want them. */
export function formContextOf(market: SpotMarket, side: Side, rates: FeeRates, available: string | null): FormContext {
  const { info } = market;
  return {
    side,
    stock: info.stock,
    money: info.money,
    priceStep: info.price_step,
    amountStep: info.amount_step,
    minAmount: info.min_amount,
    maxAmount: info.max_amount,
    minTotal: info.min_total,
    moneyDecimals: market.moneyDecimals,
    rates,
    available,
  };
}

export function useFormContext(side: Side): FormContext {
  const market = useSpotMarket();
  const { rates } = useFees();
  const available = useAvailable(side === 'buy' ? market.info.money : market.info.stock);
  return useMemo(() => formContextOf(market, side, rates, available), [market, side, rates, available]);
}
