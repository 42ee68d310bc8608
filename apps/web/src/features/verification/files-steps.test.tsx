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
beforeEach(() => {
  status = statusOf();
  startSession(tokens('mine'));
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

const start = (routes: Parameters<typeof startNetwork>[0] = {}) => startKycNetwork({ status: () => status }, routes);
const person = () => userEvent.setup({ applyAccept: false });
const press = async (name: string) => person().click(await screen.findByRole('button', { name }));
const jpeg = (size = 9) => new File([new Uint8Array(size)], 'a.jpg', { type: 'image/jpeg' });

describe('the steps of documents and video', () => {
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
