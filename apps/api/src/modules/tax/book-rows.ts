/** What a book makes of events; amounts are in units of 10^-18, values in those of rupees. */
import type { OpenLot } from './fifo.ts';

export interface BookLot extends OpenLot {
  assetId: number;
  kind: string;
  isKnown: boolean;
}

export interface NewLot extends BookLot {
  at: string;
  reference: string;
  quantity: bigint;
  cost: bigint;
  valuedBy: string;
}

export interface NewDisposal {
  number: number;
  assetId: number;
  at: string;
  kind: string;
  reference: string;
  quantity: bigint;
  proceeds: bigint | null;
  cost: bigint;
  isKnown: boolean;
  valuedBy: string;
}

export interface NewRecord {
  number: number;
  kind: 'income' | 'deduction';
  at: string;
  source: 'trade' | 'referral' | 'bonus' | 'interest';
  reference: string;
  assetId: number;
  gross: bigint;
  base: bigint;
  amount: bigint;
  value: bigint;
  rule: string;
  valuedBy: string;
}

export interface Sum {
  kind: 'fee' | 'futures';
  /** Of the event; its day or month in India is made of it. */
  at: string;
  source: string;
  assetId: number;
  amount: bigint;
  gst: bigint;
  value: bigint;
  gstValue: bigint;
  /** What of amount and GST had no price. */
  unpriced: bigint;
}
