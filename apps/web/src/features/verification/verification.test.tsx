import type { KycStatus } from '@pelican/shared/contracts/kyc';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Component as GlobalPage } from './global-page.tsx';
import { Component as IndiaPage } from './india-page.tsx';
import { Component as Overview } from './verification-page.tsx';

const none = { submitted: false, approved: false };
const sent = { submitted: true, approved: false };

function statusOf(change: Partial<KycStatus> = {}, customer: Partial<KycStatus['customer']> = {}): KycStatus {
  return {
    state: 'not_verified',
    customer: {
      approved: false,
      pending: false,
      submitted: false,
      verifyLink: '/user/verification-global',
      isIndian: false,
      partiallyApproved: false,
      ...customer,
    },
    info: none,
    documents: none,
    video: none,
    rejected: false,
    reason: null,
    resubmit: [],
    missing: [],
    countryList: { DE: 'Germany', IN: 'India' },
    indianCities: ['Pune'],
    kycToken: null,
    ...change,
  };
}

let status: KycStatus;
let isConfirmed: boolean;
beforeEach(() => {
  status = statusOf();
  isConfirmed = true;
  startSession(tokens('mine'), null);
  // jsdom shows no pictures: what begins with an x is none.
  vi.stubGlobal('createImageBitmap', async (file: File) => {
    if ((await file.text()).startsWith('x')) throw new DOMException('no picture', 'InvalidStateError');
    return { width: 60, height: 40, close: () => undefined };
  });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }));
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

function start(routes: Parameters<typeof startNetwork>[0] = {}) {
  const data = () => ({
    body: { status: 'success', info: null, email: 'dana@example.com', verifyLink: '', kycToken: null },
  });
  return startNetwork({
    'GET /v2/kyc/status': () => ({ body: status }),
    'GET /getCountryList': () => ({
      body: {
        result: [
          { code: 'DE', name: 'Germany', restricted: false },
          { code: 'IN', name: 'India', restricted: false },
          { code: 'US', name: 'United States', restricted: true },
        ],
      },
    }),
    'GET /v2/settings/general': () => ({
      body: { email: 'dana@example.com', email_verified: isConfirmed, country: 'DE' },
    }),
    'POST /v2/kyc/getdataforKYC': data,
    'POST /v2/kyc/intlGetdataforKYC': data,
    ...routes,
  });
}

const person = () => userEvent.setup({ applyAccept: false });
const press = async (name: string) => person().click(await screen.findByRole('button', { name }));
const jpeg = (size = 9) => new File([new Uint8Array(size)], 'a.jpg', { type: 'image/jpeg' });

describe('the page of the verification', () => {
  test.each([
    [statusOf(), 'Not verified', 'Where is your identity document from?'],
    [statusOf({ state: 'in_process', info: sent }), 'In process', 'Where is your identity document from?'],
    [
      statusOf({ state: 'processing', info: sent, documents: sent, video: sent }),
      'Processing',
      'We are checking your documents',
    ],
    [
      statusOf({ state: 'partially_verified', resubmit: ['video'] }, { partiallyApproved: true }),
      'Partially verified',
      'Send again: Video selfie.',
    ],
    [statusOf({ state: 'verified' }, { approved: true }), 'Verified', 'Your identity is verified'],
    [statusOf({ rejected: true, reason: 'The document has expired' }), 'Not verified', 'The document has expired.'],
  ])('says how far it is: %#', async (given, chip, text) => {
    status = given;
    start();
    renderPage(Overview);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText(chip)).toBeTruthy();
  });

  test('leads on in the variant that was begun, and where a part is asked for again to that alone', async () => {
    status = statusOf({ state: 'in_process', info: sent }, { isIndian: true });
    start();
    renderPage(Overview);
    expect((await screen.findByRole('link', { name: 'Continue: India' })).getAttribute('href')).toBe(
      '/user/verification-india',
    );
    expect(screen.getByRole('link', { name: 'Begin: Another country' })).toBeTruthy();
    cleanup();
    status = statusOf(
      { state: 'partially_verified', resubmit: ['video'] },
      { isIndian: true, partiallyApproved: true, verifyLink: '/user/verification-india' },
    );
    renderPage(Overview);
    expect((await screen.findByRole('link', { name: 'Send it again' })).getAttribute('href')).toBe(
      '/user/verification-india',
    );
    expect(screen.getByText('needs you')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Begin/ })).toBeNull();
  });

  test('begins again after a refusal, and says why it cannot', async () => {
    status = statusOf({ rejected: true, reason: 'The document has expired' });
    let isTooOften = true;
    start({
      'POST /v2/kyc/intl-redoKyc': () => {
        if (isTooOften) return { status: 429, body: refusal('too_many_requests', 'Too many requests') };
        status = statusOf({ state: 'in_process' });
        return { body: { status: 'success', kyc: status } };
      },
    });
    const { router } = renderPage(Overview);
    await press('Begin again');
    expect((await screen.findByRole('alert')).textContent).toContain('Too many requests');
    isTooOften = false;
    await press('Begin again');
    await waitFor(() => expect(router.state.location.pathname).toBe('/user/verification-global'));
  });

  test('that cannot be loaded says so and asks again', async () => {
    let failing = true;
    start({
      'GET /v2/kyc/status': () =>
        failing ? { status: 503, body: refusal('service_unavailable', 'Not now') } : { body: status },
    });
    renderPage(Overview);
    await screen.findByText('Your verification could not be loaded');
    failing = false;
    await userEvent.click(screen.getByRole('button', { name: /again|retry/i }));
    expect(await screen.findByText('Where is your identity document from?')).toBeTruthy();
  });
});

describe('the steps', () => {
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

  test('refuse photos of another type or size before they are sent, and documents without a number', async () => {
    status = statusOf({ state: 'in_process', info: sent });
    const network = start();
    renderPage(GlobalPage);
    const front = await screen.findByLabelText('Passport: the page with your photo');
    await person().upload(front, new File(['x'], 'a.png', { type: 'image/png' }));
    expect(await screen.findByText('Incorrect file type. Allowed types are JPEG')).toBeTruthy();
    await person().upload(front, new File(['x'], 'a.jpg', { type: 'image/jpeg' }));
    expect(await screen.findByText(/This file is not a picture/)).toBeTruthy();
    expect(screen.queryByAltText(/as it will be sent/)).toBeNull();
    await person().upload(front, jpeg(2_000_000));
    expect(await screen.findByText('File size is too big. Size should be maximum 2 MB')).toBeTruthy();
    await person().upload(front, jpeg());
    expect(await screen.findByAltText(/as it will be sent/)).toBeTruthy();
    await press('Save and continue');
    expect(await screen.findAllByText('Field is required')).toHaveLength(3);
    expect(screen.getAllByRole('alert').map((one) => one.textContent)).toContain('Field is required');
    expect(network.sentTo('/v2/kyc/documents')).toEqual([]);
  });

  test('refuse a wrong Aadhaar number and PAN in India', async () => {
    status = statusOf({ state: 'in_process', info: sent }, { isIndian: true });
    const network = start();
    renderPage(IndiaPage);
    await person().type(await screen.findByLabelText('Aadhaar number'), '234567890123');
    await person().type(screen.getByLabelText('PAN'), 'ABCCE1234F');
    await press('Save and continue');
    expect(await screen.findByText('This is not an Aadhaar number: check its digits')).toBeTruthy();
    expect(screen.getByText('The PAN of a person has a P as its fourth letter')).toBeTruthy();
    expect(network.sentTo('/v2/kyc/documents-indian')).toEqual([]);
  });

  test('ask for nothing but what is wanted again, with the reason, and send that', async () => {
    status = statusOf({ state: 'in_process', info: sent, resubmit: ['selfie'], reason: 'The picture is not readable' });
    const network = start({
      'POST /v2/kyc/update-documents': () => {
        status = statusOf({ state: 'processing', info: sent, documents: sent, video: sent });
        return { body: { status: 'success', kyc: status } };
      },
    });
    renderPage(GlobalPage);
    expect(await screen.findByText('The picture is not readable.')).toBeTruthy();
    expect(screen.queryByLabelText('Number of the document')).toBeNull();
    await person().upload(screen.getByLabelText('Selfie'), jpeg());
    await press('Save and continue');
    expect(await screen.findByText('We are checking your documents')).toBeTruthy();
    expect(network.sentTo('/v2/kyc/update-documents')[0]?.body).toMatchObject({ selfie: expect.any(File) });
  });

  test('let the number be corrected where a document is asked for again, and another document be sent', async () => {
    status = statusOf({ state: 'in_process', info: sent, resubmit: ['passport_front'] });
    const network = start({
      'GET /v2/kyc/documents': () => ({
        body: { ...sent, type: 'passport', panType: null, number: 'XXXX0T47', adhaarNumber: null, result: [] },
      }),
      'POST /v2/kyc/update-documents': () => {
        status = statusOf({ state: 'processing', info: sent, documents: sent, video: sent });
        return { body: { status: 'success', kyc: status } };
      },
    });
    renderPage(GlobalPage);
    expect(await screen.findByText('You sent XXXX0T47. Leave this empty if it is right.')).toBeTruthy();
    await person().upload(screen.getByLabelText('Passport: the page with your photo'), jpeg());
    expect(screen.queryByLabelText('Selfie')).toBeNull();
    await person().selectOptions(screen.getByLabelText('Document'), 'idCard');
    await press('Save and continue');
    expect(await screen.findAllByText('Field is required')).toHaveLength(3);
    await person().type(screen.getByLabelText('Number of the document'), 'L01X00T47');
    for (const side of ['front', 'back'])
      await person().upload(screen.getByLabelText(`Identity card: ${side}`), jpeg());
    await press('Save and continue');
    expect(await screen.findByText('We are checking your documents')).toBeTruthy();
    const { body } = network.sentTo('/v2/kyc/update-documents')[0] ?? {};
    expect(Object.keys(body as object).toSorted()).toEqual(['idCard_back', 'idCard_front', 'number', 'type']);
  });

  test('ask for the whole number of the bank account again, of which the last digits alone are known', async () => {
    status = statusOf({ state: 'in_process', resubmit: ['info'] }, { isIndian: true });
    const info = {
      first_name: 'Asha',
      last_name: 'Patel',
      full_name: 'ASHA PATEL',
      gender: 'female',
      birth_date: '1992-11-03',
    };
    start({
      'POST /v2/kyc/getdataforKYC': () => ({
        body: {
          status: 'success',
          info: { ...info, state: 'Maharashtra', bank_account_number: 'XXXX9012' },
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
  });

  test('refuse a video of another type, and show what the server has against one', async () => {
    status = statusOf({ state: 'in_process', info: sent, documents: sent, missing: ['video'] });
    start({
      'POST /v2/kyc/documents': () => ({
        status: 422,
        body: refusal('invalid_argument', 'Form is not valid', { video: ['This file cannot be accepted'] }),
      }),
    });
    renderPage(GlobalPage);
    await press('Send');
    expect((await screen.findByRole('alert')).textContent).toBe('Record or choose a video');
    await person().upload(screen.getByLabelText('Video selfie'), new File(['x'], 'a.avi', { type: 'video/avi' }));
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('Incorrect file type. Allowed types are MP4, WebM'),
    );
    await person().upload(screen.getByLabelText('Video selfie'), new File(['x'], 'a.webm', { type: 'video/webm' }));
    await press('Send');
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe("Can't update Kyc Data. This file cannot be accepted"),
    );
  });
});
