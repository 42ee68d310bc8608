/** The order form as a person meets it: on a wide screen a region, on a phone a sheet. */
import type { Locator, Page } from 'playwright-core';

export type Side = 'Buy' | 'Sell';
export type FieldName = 'Price' | 'Amount' | 'Total';

export class OrderForm {
  readonly page: Page;
  readonly root: Locator;

  constructor(page: Page, root = page.getByRole('region', { name: 'Order form' })) {
    this.page = page;
    this.root = root;
  }

  async choose(type: 'Limit' | 'Market', side: Side): Promise<void> {
    await this.root.getByRole('tab', { name: type }).click();
    await this.root.getByRole('tab', { name: side, exact: true }).click();
  }

  field(name: FieldName): Locator {
    return this.root.getByLabel(name, { exact: true });
  }

  async fill(values: Partial<Record<FieldName, string>>): Promise<void> {
    for (const [name, value] of Object.entries(values)) await this.field(name as FieldName).fill(value);
  }

  percent(share: number): Locator {
    return this.root.getByRole('button', { name: `${share} % of the balance` });
  }

  get submitButton(): Locator {
    return this.root.locator('button[type=submit]');
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog').filter({ has: this.page.getByRole('button', { name: 'Cancel' }) });
  }

  async submit(): Promise<void> {
    await this.submitButton.click();
  }

  /** Answers the question that follows the button. */
  async confirm(side: Side): Promise<void> {
    await this.dialog.getByRole('button', { name: side }).click();
    await this.dialog.waitFor({ state: 'hidden' });
  }

  async decline(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Cancel' }).click();
    await this.dialog.waitFor({ state: 'hidden' });
  }
}
