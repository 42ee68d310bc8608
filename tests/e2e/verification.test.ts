/**
 * Identity verification as a stranger goes through it in a browser, worldwide and in India: every step from the sign-up to the
 * decision of an operator, who also asks for one picture again.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedHeaders } from '../../docs/examples/signed-request.ts';
import { createKey, fillSignUp, leaveCodes, type Newcomer, turnOnTotp } from '../support/account-pages.ts';
import { desktop, expectNoFaults, launchBrowser, openBrowser, type Person, phone, signIn } from '../support/browser.ts';
import { fakeCameraArgs } from '../support/chromium.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { sidewaysScroll } from '../support/in-page.ts';
import { aadhaar } from '../support/kyc.ts';
import { codeSentTo } from '../support/mailbox.ts';
import { jpegOf, noisyJpeg, pngOf, webm } from '../support/sample-files.ts';

const wizardOf = { global: '/user/verification-global', india: '/user/verification-india' } as const;

let exchange: RunningExchange;
let browser: Browser;
let anna: Person;
let asha: Person;
let operator: Person;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange({ DEMO_MAKER: '0' }), launchBrowser(fakeCameraArgs)]);
  [anna, asha, operator] = await Promise.all([openBrowser(browser), openBrowser(browser), openBrowser(browser)]);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

/** The exchange goes on asking for a telephone. */
async function signUp(person: Person, newcomer: Newcomer): Promise<void> {
  await fillSignUp(person.page, exchange.url, newcomer);
  await leaveCodes(person.page);
}

/** The first thing of the verification: the code that was sent to the address. */
async function confirmEmail(page: Page, email: string): Promise<void> {
  await heading(page, 'Confirm your e-mail address');
  await next(page, 'Get code');
  await page.getByText(/Sent to /).waitFor();
  await page.getByLabel('Code of 6 digits').fill(await codeSentTo(exchange.url, email));
}

interface Details {
  first: string;
  last: string;
  birthDate: string;
  postalCode: string;
}

/** The first step, up to the address. */
async function fillIdentity(page: Page, { first, last, birthDate }: Details): Promise<void> {
  await page.getByLabel('First name').fill(first);
  await page.getByLabel('Last name').fill(last);
  await page.getByLabel('Gender').selectOption('female');
  await page.getByLabel('Date of birth').fill(birthDate);
}

async function fillAddress(page: Page, { postalCode }: Details): Promise<void> {
  await page.getByLabel('Street').fill('Main road');
  await page.getByLabel('House').fill('7');
  await page.getByLabel('Postal code').fill(postalCode);
}

const next = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

/** Chooses a photo, and waits until it is shown. */
async function choosePhoto(page: Page, field: string, width: number, kind: 'jpeg' | 'png' = 'jpeg'): Promise<void> {
  const buffer = await (kind === 'jpeg' ? jpegOf : pngOf)(width, 40);
  await page
    .getByLabel(field, { exact: true })
    .setInputFiles({ name: `photo.${kind}`, mimeType: `image/${kind}`, buffer });
  await page.getByAltText(`${field}, as it will be sent`).waitFor();
}

/** A photo as phones take them: larger than may be sent. What is no picture is refused at its field before. */
async function chooseLargePhoto(page: Page, field: string): Promise<void> {
  const choose = (buffer: Buffer) =>
    page.getByLabel(field, { exact: true }).setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
  await choose(Buffer.from('no picture'));
  await page.getByText('This file is not a picture that can be shown. Choose another photo.').waitFor();
  const photo = await noisyJpeg(2_400, 1_800);
  expect(photo.length).toBeGreaterThan(2_000_000);
  await choose(photo);
  await page.getByAltText(`${field}, as it will be sent`).waitFor();
}

/** Records a film as Chromium makes it: what the server takes for a whole video is no file of ours. */
async function recordVideo(page: Page): Promise<void> {
  await next(page, 'Start the camera');
  await page.getByLabel('Your camera').waitFor();
  await next(page, 'Record');
  await page.getByText('Recording, 1 s').waitFor();
  await next(page, 'Stop');
  await page.getByLabel('Your video').waitFor();
  await next(page, 'Send');
}

async function sendVideo(page: Page): Promise<void> {
  await page
    .getByLabel('Video selfie', { exact: true })
    .setInputFiles({ name: 'me.webm', mimeType: 'video/webm', buffer: webm() });
  await next(page, 'Send');
}

test('worldwide: every step from the sign-up to the video, then it is looked at', async () => {
  const { page } = anna;
  await signUp(anna, { email: 'anna@example.com', country: 'DE', phone: '1512 3456789' });
  await page.goto(`${exchange.url}/user/verification`);
  // It begins at its beginning, wherever the page before was scrolled to.
  expect(await page.evaluate('scrollY')).toBe(0);
  await page.getByRole('link', { name: 'Begin: Another country' }).click();
  await page.waitForURL((address) => address.pathname === wizardOf.global);
  const details = { first: 'Anna', last: 'Schmidt', birthDate: '1990-05-17', postalCode: '10117' };
  await confirmEmail(page, 'anna@example.com');
  await heading(page, 'About you');
  await fillIdentity(page, { ...details, birthDate: '2020-01-01' });
  await next(page, 'Next');
  await page.getByText('You must be at least 18 years old').waitFor();
  await fillIdentity(page, details);
  await next(page, 'Next');
  await heading(page, 'Address');
  // That of the sign-up.
  expect(await page.getByLabel('Country').inputValue()).toBe('DE');
  await page.getByLabel('State or province').fill('Berlin');
  await page.getByLabel('City').fill('Berlin');
  await fillAddress(page, details);
  await next(page, 'Save and continue');
  await heading(page, 'Documents');
  await page.getByLabel('Number of the document').fill('C01X00T47');
  await page.getByLabel('Country that issued it').selectOption('DE');
  await chooseLargePhoto(page, 'Passport: the page with your photo');
  await choosePhoto(page, 'Selfie', 50, 'png');
  await next(page, 'Save and continue');
  await heading(page, 'Video selfie');
  await recordVideo(page);
  await heading(page, 'We are checking your documents');
  expect(await page.evaluate('scrollY')).toBe(0);
});

test('India: Aadhaar, PAN and the bank account', async () => {
  const { page } = asha;
  await signUp(asha, { email: 'asha@example.com', country: 'IN', phone: '98765 43211' });
  await page.goto(`${exchange.url}/user/verification`);
  await page.getByRole('link', { name: 'Begin: India' }).click();
  await page.waitForURL((address) => address.pathname === wizardOf.india);
  await confirmEmail(page, 'asha@example.com');
  const details = { first: 'Asha', last: 'Patel', birthDate: '1992-11-03', postalCode: '411001' };
  await fillIdentity(page, details);
  await page.getByLabel('Full name as on your PAN card').fill('ASHA PATEL');
  await next(page, 'Next');
  await heading(page, 'Address');
  await page.getByLabel('State or province').selectOption('Maharashtra');
  await page.getByRole('combobox', { name: 'City' }).fill('Pune');
  await fillAddress(page, details);
  await page.getByLabel("Name of the account's owner").fill('Asha Patel');
  await page.getByLabel('Account number').fill('123456789012');
  await page.getByLabel('IFSC code').fill('hdfc0001234');
  await next(page, 'Save and continue');
  await heading(page, 'Documents');
  await page.getByLabel('Aadhaar number').fill(aadhaar('34567890123'));
  await page.getByLabel('PAN', { exact: true }).fill('ABCPE1234F');
  for (const field of ['Aadhaar: front', 'Aadhaar: back', 'PAN card: front', 'PAN card: back', 'Selfie'])
    await choosePhoto(page, field, 60);
  await next(page, 'Save and continue');
  await heading(page, 'Video selfie');
  await sendVideo(page);
  await heading(page, 'We are checking your documents');
});

/** Opens a case of the queue, and waits until all of its pictures are there. */
async function openCase({ page }: Person, email: string, pictures: number): Promise<void> {
  await page.goto(`${exchange.url}/ops/kyc`);
  await page.getByRole('link', { name: email }).click();
  await page.getByRole('heading', { name: email }).waitFor();
  await expect.poll(() => page.locator('figure img').count(), { timeout: 15_000 }).toBe(pictures);
}

async function giveReason(page: Page, reason: string): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Reason/ })
    .fill(reason);
  await page.keyboard.press('Enter');
}

test('an operator verifies by one key what is right, and the waiting person sees it', async () => {
  await signIn(operator, exchange.url, 'admin@demo.local');
  const { page } = operator;
  await openCase(operator, 'anna@example.com', 2);
  await page.getByText('C01X00T47').waitFor();
  await page.setViewportSize(phone);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize(desktop);
  await page.keyboard.press('a');
  await giveReason(page, 'the face is the same');
  await page.getByText('The verification of anna@example.com is approved').first().waitFor();
  // The page that waits learns it by itself.
  await heading(anna.page, 'Your identity is verified');
  await anna.page.goto(`${exchange.url}/user/profile`);
  await anna.page.getByText('Verified', { exact: true }).first().waitFor();
  await anna.page.getByText('Anna Schmidt', { exact: true }).waitFor();
});

test('one picture is asked for again: the person reads why, sends it alone, and is verified', async () => {
  const { page } = operator;
  await openCase(operator, 'asha@example.com', 5);
  await page.keyboard.press('p');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Selfie', exact: true }).check();
  const reason = dialog.getByLabel('The person reads');
  // None is chosen beforehand, and without one nothing is sent.
  expect(await reason.inputValue()).toBe('');
  await reason.press('Enter');
  await dialog.getByText('Choose a reason').waitFor();
  await reason.selectOption({ label: 'The picture is not readable: it is blurred, dark or cut off' });
  await reason.press('Enter');
  await page.getByText('asha@example.com is asked again').first().waitFor();

  await asha.page.getByRole('main').getByText('Please send a part again').waitFor();
  await asha.page.getByText('The picture is not readable: it is blurred, dark or cut off.', { exact: true }).waitFor();
  await choosePhoto(asha.page, 'Selfie', 70);
  expect(await asha.page.locator('input[type="file"]').count()).toBe(1);
  await next(asha.page, 'Save and continue');
  await heading(asha.page, 'We are checking your documents');
  await asha.page.goto(`${exchange.url}/user/profile`);
  await asha.page.getByText('Processing', { exact: true }).waitFor();
  await asha.page.goto(`${exchange.url}/user/verification`);

  await openCase(operator, 'asha@example.com', 5);
  await page.keyboard.press('a');
  await giveReason(page, 'readable now');
  await page.getByText('The verification of asha@example.com is approved').first().waitFor();
  await heading(asha.page, 'Your identity is verified');
});

test('who has come in that way turns on an authenticator app, and a bot places an order by a key of theirs', async () => {
  const { page } = anna;
  await exchange.ops('credit', 'anna@example.com', 'USDT', '1000', '--reference', 'newcomer');
  await page.goto(`${exchange.url}/user/wallet-list`);
  // The question for a telephone that the verification kept away.
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('link', { name: 'Transfer USDT' }).click();
  await page.getByRole('dialog').getByLabel('Amount').fill('500');
  await page.getByRole('dialog').getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByText('500 USDT moved from the main wallet to the trade wallet.').first().waitFor();
  await page.goto(`${exchange.url}/user/security-main`);
  const { recoveryCodes } = await turnOnTotp(page);
  await page.goto(`${exchange.url}/user/api`);
  const { key, secret } = await createKey(page, { name: 'Bot', recoveryCode: recoveryCodes[0], mayTrade: true });
  const body = JSON.stringify({ pair: 'LTC_USDT', direction: 'buy', price: '90', amount: '1' });
  const answer = await fetch(`${exchange.url}/v2/order`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signedHeaders(key, secret, 'POST', '/v2/order', body) },
    body,
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
  await page.goto(`${exchange.url}/trade/LTC_USDT`);
  await page.getByRole('button', { name: /Cancel order \d+ in LTC/ }).waitFor();
});

test('no page has complained', () => {
  expectNoFaults([anna, asha, operator]);
});
