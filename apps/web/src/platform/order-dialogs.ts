/** Addresses of the layout's dialogs about orders; as hash-dialogs.ts, and no part of the first view. */
import type { WalletName } from './hash-dialogs.ts';

/** The id of the spot order that an address asks for, or null when the hash is something else. */
export function readOrderHash(hash: string): number | null {
  const id = /^#order\/(\d{1,15})$/.exec(hash)?.[1];
  return id === undefined ? null : Number(id);
}

/** A wallet that has too little of an asset. */
export interface Shortage {
  ticker: string;
  wallet: WalletName;
  /** How much more is needed; '' when that is not known. */
  missing: string;
}

/** What an address of too little money says, or null when the hash is something else. */
export function readShortage(hash: string): Shortage | null {
  const match = /^#insufficient\/([A-Z0-9]{2,12})\/(main|trade|futures)\/(\d{0,20}(?:\.\d{1,18})?)$/.exec(hash);
  if (!match) return null;
  const [, ticker = '', wallet, missing = ''] = match;
  return { ticker, wallet: wallet as WalletName, missing };
}
