/** Addresses of the layout's dialogs about orders; as hash-dialogs.ts, and no part of the first view. */
import type { WalletName } from './hash-dialogs.ts';

/** The id of the spot order that an address asks for, or null when the hash is something else. */
export function readOrderHash(hash: string): number | null {
  const id = /^#order\/(\d{1,15})$/.exec(hash)?.[1];
  return id === undefined ? null : Number(id);
}

/** The id of the spot order that shall be changed, or null when the hash is something else. */
export function readModifyHash(hash: string): number | null {
  const id = /^#modify\/(\d{1,15})$/.exec(hash)?.[1];
  return id === undefined ? null : Number(id);
}

/** The pair whose open orders shall be cancelled, '' for all of them, or null when the hash is something else. */
export function readCancelAllHash(hash: string): string | null {
  const match = /^#cancel-all(?:\/([A-Z0-9]{2,12}_[A-Z0-9]{2,12}))?$/.exec(hash);
  return match ? (match[1] ?? '') : null;
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
