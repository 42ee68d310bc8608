import type { KycStatus } from '@pelican/shared/contracts/kyc';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { refusal, type startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { sent, startKycNetwork, statusOf } from '../../testing/verification.ts';
import { Component as GlobalPage } from './global-page.tsx';
import { Component as IndiaPage } from './india-page.tsx';

let status: KycStatus;
let isConfirmed: boolean;
beforeEach(() => {
  status = statusOf();
  startSession(tokens('mine'));
  isConfirmed = true;
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const start = (routes: Parameters<typeof startNetwork>[0] = {}) =>
  startKycNetwork({ status: () => status, isConfirmed: () => isConfirmed }, routes);
const person = () => userEvent.setup({ applyAccept: false });
const press = async (name: string) => person().click(await screen.findByRole('button', { name }));

describe('the steps of personal details', () => {
  test('begin with the e-mail address where it is not confirmed', async () => {
    isConfirmed = false;
    const network = start({
      'POST /v2/register/update_email_otp': () => ({
        body: { status: 'success', to: 'd***a@example.com', expires: 1, retry_after: 30 },
      }),
      'POST /v2/register/confirm_verification': ({ body }) => {
        if ((body as { email_code: string }).email_code !== '123456')
          return { status: 422, body: refusal('code_wrong', 'Wrong code', { email_code: ['This code is wrong'] }) };
        isConfirmed = true;
        return { body: { status: 'success', email_verified: true, phone_verified: false } };
      },
    });
    renderPage(GlobalPage);
    await press('Get code');
    await screen.findByText(/Sent to d\*\*\*a@example\.com/);
    await person().type(screen.getByLabelText('Code of 6 digits'), '000000');
    expect(await screen.findByText('This code is wrong')).toBeTruthy();
    await person().type(screen.getByLabelText('Code of 6 digits'), '123456');
    expect(await screen.findByLabelText('First name')).toBeTruthy();
    expect(network.sentTo('/v2/register/confirm_verification')).toHaveLength(2);
  });

  test('refuse what is missing or wrong about the person, and lead to the first of it', async () => {
    const network = start();
    renderPage(GlobalPage);
    const user = person();
    await user.type(await screen.findByLabelText('First name'), 'Dana1');
    await user.type(screen.getByLabelText('Date of birth'), `${new Date().getUTCFullYear() - 10}-01-01`);
    await press('Next');
    expect(await screen.findByText('Latin letters separated by single spaces')).toBeTruthy();
    expect(screen.getByText('You must be at least 18 years old')).toBeTruthy();
    expect(screen.getAllByText('Field is required').length).toBeGreaterThanOrEqual(2);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First name')));
    expect(network.sentTo('/v2/kyc/passport')).toEqual([]);
  });

  test('say at the field what the server has against the address, and go back to the name where that is to blame', async () => {
    let refused: Record<string, string[]> = {
      street_address: ['Letters, digits, slash, space, hyphen, dot and comma'],
    };
    const network = start({
      'POST /v2/kyc/passport': () => ({ status: 422, body: refusal('invalid_argument', 'Form is not valid', refused) }),
    });
    renderPage(GlobalPage);
    const user = person();
    await user.type(await screen.findByLabelText('First name'), 'Dana');
    await user.type(screen.getByLabelText('Last name'), 'Rao');
    await user.selectOptions(screen.getByLabelText('Gender'), 'female');
    await user.type(screen.getByLabelText('Date of birth'), '1990-05-17');
    await press('Next');
    // That of the sign-up; one that the sign-up refuses cannot be chosen here either.
    await screen.findByRole('option', { name: 'Germany' });
    expect((await screen.findByLabelText<HTMLSelectElement>('Country')).value).toBe('DE');
    expect(screen.queryByRole('option', { name: 'India' })).toBeNull();
    expect(screen.getByRole<HTMLOptionElement>('option', { name: /United States/ }).disabled).toBe(true);
    for (const [label, text] of [
      ['State or province', 'Berlin'],
      ['City', 'Berlin'],
      ['Street', 'Main road'],
      ['House', '7'],
      ['Postal code', '10117'],
    ] as const)
      await user.type(screen.getByLabelText(label), text);
    await press('Save and continue');
    expect(await screen.findByText('Letters, digits, slash, space, hyphen, dot and comma')).toBeTruthy();
    expect(network.sentTo('/v2/kyc/passport')[0]?.body).toMatchObject({ last_name: 'Rao', country: 'DE' });
    refused = { last_name: ['Max length is 60'] };
    await press('Save and continue');
    // What was typed is still there.
    expect((await screen.findByLabelText<HTMLInputElement>('Last name')).value).toBe('Rao');
  });

  test('ask for the whole number of the bank account again, of which the last digits alone are known, and send the details to the call for them', async () => {
    status = statusOf({ state: 'in_process', resubmit: ['info'] }, { isIndian: true });
    const address = {
      state: 'Maharashtra',
      city: 'Pune',
      street_address: 'Main road',
      house: '7',
      apartment: '',
      postal_code: '411001',
      bank_full_name: 'Asha Patel',
      ifsc_code: 'HDFC0001234',
    };
    const info = {
      first_name: 'Asha',
      last_name: 'Patel',
      full_name: 'ASHA PATEL',
      gender: 'female',
      birth_date: '1992-11-03',
    };
    const network = start({
      'POST /v2/kyc/update-passport-indian': () => {
        status = statusOf({ state: 'processing', info: sent, documents: sent, video: sent }, { isIndian: true });
        return { body: { status: 'success', kyc: status } };
      },
      'POST /v2/kyc/getdataforKYC': () => ({
        body: {
          status: 'success',
          info: { ...info, ...address, bank_account_number: 'XXXX9012' },
          email: 'dana@example.com',
          verifyLink: '',
          kycToken: null,
        },
      }),
    });
    renderPage(IndiaPage);
    await press('Next');
    expect((await screen.findByLabelText<HTMLInputElement>('Account number')).value).toBe('');
    expect(screen.getByText('You sent XXXX9012. Type the whole number again.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLSelectElement>('State or province').value).toBe('Maharashtra');
    await userEvent.type(screen.getByLabelText('Account number'), '123456789012');
    await press('Save and continue');
    expect(await screen.findByText('We are checking your documents')).toBeTruthy();
    expect(network.sentTo('/v2/kyc/update-passport-indian')[0]?.body).toMatchObject({
      city: 'Pune',
      bank_account_number: '123456789012',
    });
    expect(network.sentTo('/v2/kyc/passport-indian')).toEqual([]);
  });
});
