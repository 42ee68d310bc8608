/** From page to page of the loaded client, as its own links lead. */
import type { Page, Request } from 'playwright-core';
import { until } from '../../scripts/services/process.ts';

const settleMsMax = 60_000;
/** A page that shows the same heading element as the page before it is complete after this many checks without a change. */
const stableChecksSameHeading = 20;

interface Place {
  where: string | null;
  hasOwnHeading: boolean;
}

export interface Shell {
  header: boolean;
  footer: boolean;
  /** Names of the sections beside the page. */
  sections: string[];
  form: boolean;
  marketing: boolean;
  terminal: boolean;
  sideBar: boolean;
  scheme: string;
}

export class PageWalk {
  readonly page: Page;
  readonly #pending = new Set<Request>();

  constructor(page: Page) {
    this.page = page;
    page.on('request', (request) => this.#pending.add(request));
    page.on('requestfinished', (request) => this.#pending.delete(request));
    page.on('requestfailed', (request) => this.#pending.delete(request));
  }

  /** Follows a link to an address and waits until the page that it ends at is complete. @returns where that is */
  async follow(address: string): Promise<string> {
    await this.page.evaluate(`inPage.follow(${JSON.stringify(address)})`);
    return this.settle();
  }

  /** @returns path and query, once the page has its heading and all it has asked for */
  async settle(): Promise<string> {
    let calm = 0;
    let where: string | null = null;
    const isCalm = async () => {
      const before = where;
      const place = await this.page.evaluate<Place>('inPage.place()');
      where = place.where;
      calm = where !== null && where === before && this.#pending.size === 0 ? calm + 1 : 0;
      return calm > (place.hasOwnHeading ? 1 : stableChecksSameHeading);
    };
    await until('the page is complete', isCalm, settleMsMax).catch((cause: Error) => {
      const waitsFor =
        where === null ? 'its heading or its data' : Array.from(this.#pending, (one) => one.url()).join(', ');
      throw new Error(`${this.page.url()} is not complete: ${waitsFor}`, { cause });
    });
    return where ?? '';
  }

  shell(): Promise<Shell> {
    return this.page.evaluate('inPage.shell()');
  }
}
