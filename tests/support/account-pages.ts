/** What people do on the pages of their account, in a browser. */
import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const stepMs = 30_000;

export const newcomerPassword = 'Pelican-7-skies';

export interface Newcomer {
  email: string;
  country: string;
  phone: string;
}

/** The dialog on top. */
export const dialogOf = (page: Page): Locator => page.getByRole('dialog').last();

/** The code of an authenticator app; each step's counts once. */
export function totp(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * stepMs });
}

/** Signs up by the form, up to its codes. */
export async function fillSignUp(page: Page, url: string, { email, country, phone }: Newcomer): Promise<void> {
  await page.goto(`${url}/signup?ref=`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Country of residence').selectOption(country);
  await page.getByLabel('Phone number').last().fill(phone);
  await page.getByLabel('Password', { exact: true }).fill(newcomerPassword);
  await page.getByLabel('Password again').fill(newcomerPassword);
  await page.getByLabel('I accept the terms').check();
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL(/\/verification$/);
}

/** Leaves the codes of a sign-up for another day. */
export async function leaveCodes(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Do this later' }).click();
  await page.waitForURL((address) => address.pathname === '/');
}

/** On the security page. @returns what the app is set up by, and what stands in for it */
export async function turnOnTotp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.getByRole('button', { name: 'Turn on: Authenticator app' }).click();
  await page.getByAltText('QR code for the authenticator app').waitFor();
  const secret = ((await dialogOf(page).locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialogOf(page).getByLabel('Code of 6 digits').fill(totp(secret));
  await dialogOf(page).getByRole('button', { name: 'Turn on' }).click();
  const list = page.getByRole('list', { name: 'Your recovery codes' });
  await list.waitFor();
  const recoveryCodes = await list.getByRole('listitem').allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  await dialogOf(page).getByLabel('I have saved the codes').check();
  await dialogOf(page).getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Turn off: Authenticator app' }).waitFor();
  return { secret, recoveryCodes };
}

interface NewKey {
  name: string;
  recoveryCode: string | undefined;
  mayTrade?: boolean;
}

/** On the page of API keys. */
export async function createKey(page: Page, { name, recoveryCode = '', mayTrade = false }: NewKey) {
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Name').fill(name);
  if (mayTrade) await dialog.getByRole('checkbox', { name: 'Trade' }).check();
  await dialog.getByLabel('Confirm with').selectOption('recovery_code');
  await dialog.getByLabel('Recovery code').fill(recoveryCode);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('API secret').waitFor();
  const [key = '', secret = ''] = await dialogOf(page).locator('code').allInnerTexts();
  await dialogOf(page).getByLabel('I have stored the secret').check();
  await dialogOf(page).getByRole('button', { name: 'Done' }).click();
  return { key, secret };
}
