/** Support in a browser: a question with a picture, an answer from the console that arrives by itself, and the end of it. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiSession } from '../support/api-session.ts';
import { expectNoFaults, launchBrowser, openBrowser, type Person, signIn } from '../support/browser.ts';
import { giveUpMail } from '../support/due-jobs.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { jpegOf } from '../support/sample-files.ts';

let exchange: RunningExchange;
let browser: Browser;
let alice: Person;
let admin: Person;

beforeAll(async () => {
  [exchange, browser] = await Promise.all([
    startExchange({ DEMO_MAKER: '0', OPERATOR: 'admin', CAPTCHA: '1' }),
    launchBrowser(),
  ]);
  [alice, admin] = await Promise.all([openBrowser(browser), openBrowser(browser)]);
  await signIn(alice, exchange.url, 'alice@demo.local');
  await signIn(admin, exchange.url, 'admin@demo.local');
});

afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

const dialogOf = (page: Page): Locator => page.getByRole('dialog').last();

/** The colour of a status as people see it, by its place in the circle of colours. */
async function colourOf(page: Page, status: string): Promise<string> {
  await page.getByText(status, { exact: true }).first().waitFor();
  const colour = await page.evaluate(
    `getComputedStyle([...document.querySelectorAll('[data-tone]')].find((chip) => chip.textContent === '${status}')).color`,
  );
  const [red = 0, green = 0, blue = 0] = String(colour).match(/\d+/g)?.map(Number) ?? [];
  const degrees = (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
  if (degrees >= -20 && degrees < 15) return 'red';
  if (degrees >= 15 && degrees < 70) return 'orange';
  if (degrees >= 70 && degrees < 180) return 'green';
  return 'main';
}

/** Width and height of the picture of the dialog that is open, once it is drawn. */
async function pictureSize(page: Page): Promise<number[]> {
  const picture = `document.querySelector('[role=dialog] img[alt="receipt.jpg"]')`;
  await expect.poll(() => page.evaluate(`${picture}?.naturalWidth ?? 0`)).toBeGreaterThan(0);
  return page.evaluate(`[${picture}.naturalWidth, ${picture}.naturalHeight]`);
}

test('a person opens a ticket with a picture', async () => {
  const { page } = alice;
  await page.goto(`${exchange.url}/user/support?new=1`);
  await page.getByLabel('Category').selectOption({ label: 'Deposits' });
  await page.getByLabel('Topic').fill('A deposit is missing');
  await page.getByLabel('Your question').fill('I sent 5,000 INR yesterday.\nSee the receipt.');
  const receipt = { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: await jpegOf(120, 80) };
  const wrong = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };
  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles(wrong);
  await page.getByText('Incorrect file type. Allowed types are JPEG, PNG').waitFor();
  await chooser.setInputFiles(receipt);
  await page.getByRole('button', { name: 'Remove receipt.jpg' }).waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL(/\/user\/support\/ticket\/\d+$/);
  await page.getByRole('heading', { name: 'A deposit is missing' }).waitFor();
  expect(await colourOf(page, 'Created')).toBe('orange');
  await page.getByRole('button', { name: 'receipt.jpg' }).click();
  expect(await pictureSize(page)).toEqual([120, 80]);
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'hidden' });
});

test('an operator looks at the picture and answers with a saved answer, which arrives without a reload', async () => {
  const { page } = admin;
  await page.goto(`${exchange.url}/ops/content/new?kind=answers`);
  await page.getByLabel('Title').fill('Deposit found');
  await page.getByLabel('Text').fill('We have found your deposit. It is credited within the hour.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: /Deposit found/ }).waitFor();
  await page.goto(`${exchange.url}/ops/tickets`);
  await page.getByRole('link', { name: /A deposit is missing/ }).click();
  await page.getByRole('button', { name: 'receipt.jpg' }).click();
  expect(await pictureSize(page)).toEqual([120, 80]);
  await page.keyboard.press('Escape');
  await page.getByLabel('Saved answers').selectOption({ label: 'Deposit found' });
  await page.getByRole('button', { name: 'Send answer' }).click();
  await page.getByRole('listitem').filter({ hasText: 'It is credited within the hour.' }).waitFor();

  const talk = alice.page.getByRole('list', { name: 'Conversation' });
  await talk.getByText('We have found your deposit. It is credited within the hour.').waitFor();
  expect(await colourOf(alice.page, 'In process')).toBe('main');
});

test('the person answers, the operator reads it and closes the ticket, which takes no comment any more', async () => {
  await alice.page.getByLabel('Your comment').fill('Thank you, it is there.');
  await alice.page.getByRole('button', { name: 'Send' }).click();
  await alice.page.getByRole('listitem').filter({ hasText: 'Thank you, it is there.' }).waitFor();
  const { page } = admin;
  await page
    .getByRole('list', { name: 'Conversation' })
    .getByText('Thank you, it is there.')
    .waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Change status' }).click();
  await dialogOf(page).getByLabel('New status').selectOption({ label: 'Fixed' });
  await dialogOf(page)
    .getByRole('textbox', { name: /^Reason/ })
    .fill('credited');
  await dialogOf(page).getByRole('button', { name: 'Change status' }).click();
  await alice.page.getByText('This ticket is closed. Open it again to write.').waitFor();
  expect(await colourOf(alice.page, 'Fixed')).toBe('green');

  await alice.page.getByRole('button', { name: 'Open again' }).click();
  await alice.page.getByRole('button', { name: 'Cancel the ticket' }).click();
  await alice.page.goto(`${exchange.url}/user/support`);
  await alice.page.getByRole('link', { name: /A deposit is missing/ }).waitFor();
  expect(await colourOf(alice.page, 'Cancelled')).toBe('red');
  expectNoFaults([alice, admin]);
});

test('a person chats with support: answers arrive by themselves on both sides, until the person ends the chat', async () => {
  const { page } = alice;
  await page.goto(`${exchange.url}/market#chat`);
  const panel = page.getByRole('region', { name: 'Chat', exact: true });
  const write = async (text: string) => {
    await panel.getByRole('textbox', { name: 'Write a message' }).fill(text);
    await page.keyboard.press('Enter');
  };
  await write('Is my account all right?');
  const talk = panel.getByRole('log');
  await talk.getByText('Is my account all right?').waitFor();

  await admin.page.goto(`${exchange.url}/ops/tickets`);
  await admin.page.getByRole('link', { name: /Is my account all right\?/ }).click();
  await admin.page.getByLabel('Answer (a)').fill('It is. What have you seen?');
  await admin.page.getByRole('button', { name: 'Send answer' }).click();
  // Without a push it would be read in a minute.
  await talk.getByText('It is. What have you seen?').waitFor({ timeout: 30_000 });

  await write('A sign-in of my own, it seems.');
  const desk = admin.page.getByRole('list', { name: 'Conversation' });
  await desk.getByText('A sign-in of my own, it seems.').waitFor({ timeout: 30_000 });
  await panel.getByRole('button', { name: 'End chat' }).click();
  await panel.getByText('This chat has ended. Your next message begins a new one.').waitFor();
  await admin.page.getByText('Fixed', { exact: true }).first().waitFor({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expectNoFaults([alice, admin]);
});

test('a visitor writes without an account, after the work of the captcha', async () => {
  const visitor = await openBrowser(browser);
  await visitor.page.goto(`${exchange.url}/support`);
  const form = visitor.page.getByRole('region', { name: 'Write to us' });
  await form.getByLabel('E-mail').fill('visitor@example.com');
  await form.getByLabel('Your message').fill('What are your fees?');
  await form.getByRole('button', { name: 'Send' }).click();
  await visitor.page.getByRole('dialog', { name: 'Request submitted successfully' }).waitFor();
  await admin.page.goto(`${exchange.url}/ops/forms`);
  await admin.page.getByRole('link', { name: /visitor@example\.com/ }).waitFor();
  expectNoFaults([visitor]);
});

test('an operator deletes a message of the chat and mutes its writer, who may not write until it is ended', async () => {
  const writer = await ApiSession.signIn(exchange.url, 'bob@demo.local');
  const write = (message: string) => writer.post<{ code?: string }>('/chat/send_message/en', { message });
  expect((await write('Send me your coins, I double them')).status).toBe(200);
  const { page } = admin;
  await page.goto(`${exchange.url}/ops/chat`);
  const said = page.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: 'I double them' });
  const decide = async (verb: string) => {
    await dialogOf(page)
      .getByRole('textbox', { name: /^Reason/ })
      .fill('fraud');
    await dialogOf(page).getByRole('button', { name: verb, exact: true }).click();
    await dialogOf(page).waitFor({ state: 'hidden' });
  };
  await said.getByRole('button', { name: 'Delete' }).click();
  await decide('Delete');
  await said.getByText(/, deleted/).waitFor();
  await said.getByRole('button', { name: 'Mute' }).click();
  await decide('Mute');
  const mutes = page.getByRole('region', { name: 'Muted' });
  await mutes.getByText('bob@demo.local').waitFor();
  expect((await write('Again')).body.code).toBe('chat_muted');
  await mutes.getByRole('listitem').filter({ hasText: 'bob@demo.local' }).getByRole('button').last().click();
  await decide((await dialogOf(page).getByRole('button').last().textContent()) ?? '');
  await mutes.getByText('bob@demo.local').waitFor({ state: 'detached' });
  expect((await write('I am sorry')).status).toBe(200);
  expectNoFaults([admin]);
});

test('an operator sends a message again that was given up', async () => {
  await giveUpMail(exchange, 'unlucky@example.com', 'Your statement');
  const { page } = admin;
  await page.goto(`${exchange.url}/ops/messages`);
  const row = page.getByRole('link', { name: /unlucky@example\.com: Your statement/ });
  await row.click();
  await page.getByText('refused').first().waitFor();
  await page.getByRole('button', { name: 'Send again (a)' }).click();
  await dialogOf(page)
    .getByRole('textbox', { name: /^Reason/ })
    .fill('the mail server is back');
  await dialogOf(page).getByRole('button', { name: 'Send again', exact: true }).click();
  await page.getByText('It is sent again.').first().waitFor();
  await expect
    .poll(
      async () => {
        await page.reload();
        await page.getByRole('heading', { name: 'Messages that failed' }).waitFor();
        return row.count();
      },
      { timeout: 30_000 },
    )
    .toBe(0);
  expectNoFaults([admin]);
});
