import type { Page } from 'playwright-core';

/** What goes wrong on a page: failed requests, refusals and errors. */
export class PageFaults {
  #faults: string[] = [];

  constructor(page: Page) {
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // The browser aborts what a page that is left has asked for.
      if (reason !== 'net::ERR_ABORTED') this.#faults.push(`${request.method()} ${request.url()}: ${reason}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400)
        this.#faults.push(`${response.request().method()} ${response.url()}: ${response.status()}`);
    });
    page.on('pageerror', (error) => this.#faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') this.#faults.push(message.text());
    });
  }

  /** Those since the last call. */
  take(): string[] {
    const faults = this.#faults;
    this.#faults = [];
    return faults;
  }
}
