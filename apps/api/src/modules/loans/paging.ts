/** Pages of lists, counted as other clients of these calls know them. */
import type { Page } from '@pelican/shared/contracts/loans';

export interface PageOf<Item> {
  count: number;
  data: Item[];
  offset: number;
  limit: number;
  currentpage: number;
  lastpage: number;
}

export function pageOf<Item>(data: Item[], count: number, { offset, limit }: Page): PageOf<Item> {
  const currentpage = Math.floor(offset / limit) + 1;
  return { count, data, offset, limit, currentpage, lastpage: Math.max(1, Math.ceil(count / limit)) };
}
