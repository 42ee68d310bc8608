import type { SystemFlagsView } from '@pelican/shared/contracts/system';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test } from 'vitest';
import {
  type ConsoleRoutes,
  cleanUpConsole,
  done,
  jane,
  now,
  openConsole,
  openDialog,
  requested,
} from '../../../testing/console.tsx';
import { refusal } from '../../../testing/network.ts';

cleanUpConsole();
// A first load of the screen may take longer than a test waits for what it shows.
beforeAll(() => import('./system-page.tsx'), 60_000);

const set = { version: 3, updated_by: 'ravi', updated_at: now - 60 };
const flags: SystemFlagsView = {
  links: { ...set, value: { social: { twitter: 'https://x.test/a' }, stores: {}, blog: null } },
  maintenance: { version: 0, updated_by: null, updated_at: null, value: { on: false, texts: {}, until: null } },
  trading_pause: { ...set, value: { spot: false, perpetual: true } },
  quick_swap: { version: 0, updated_by: null, updated_at: null, value: { paused: false } },
  languages: { ...set, value: { hidden: ['ru'] } },
};
const path = '/v2/ops/system';

async function openScreen(
  routes: ConsoleRoutes = {},
  permissions: readonly string[] = [...jane.permissions, 'content', 'listings'],
) {
  const opened = openConsole('/ops/system', { [`GET ${path}`]: () => ({ body: flags }), ...routes }, permissions);
  await screen.findByRole('heading', { name: 'Trading' });
  return { ...opened, open: async (button: string) => (await openDialog(button)).dialog };
}

test('a venue is paused at once, and another operator has to let it take orders again', async () => {
  const { network, open } = await openScreen({ [`POST ${path}/trading_pause`]: done });
  const stop = await open('Pause: Spot');
  expect(stop.queryByText(/another operator/i)).toBeNull();
  fireEvent.change(stop.getByLabelText(/^Reason/), { target: { value: 'prices are wrong' } });
  await userEvent.click(stop.getByRole('button', { name: 'Pause' }));
  await waitFor(() => expect(network.sentTo(`${path}/trading_pause`)).toHaveLength(1));
  expect(network.sentTo(`${path}/trading_pause`)[0]?.body).toEqual({
    value: { spot: true, perpetual: true },
    version: 3,
    reason: 'prices are wrong',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const resume = await open('Take orders again: Perpetuals');
  expect(resume.getByText(/another operator/i)).toBeTruthy();
});

test('quick swaps are paused by themselves', async () => {
  const { network, open } = await openScreen({ [`POST ${path}/quick_swap`]: done });
  const stop = await open('Pause swaps');
  expect(stop.queryByText(/another operator/i)).toBeNull();
  fireEvent.change(stop.getByLabelText(/^Reason/), { target: { value: 'estimates are wrong' } });
  await userEvent.click(stop.getByRole('button', { name: 'Pause swaps' }));
  await waitFor(() => expect(network.sentTo(`${path}/quick_swap`)).toHaveLength(1));
  expect(network.sentTo(`${path}/quick_swap`)[0]?.body).toEqual({
    value: { paused: true },
    version: 0,
    reason: 'estimates are wrong',
  });
});

test('the note of maintenance needs an English text, and is sent with the languages that are written', async () => {
  const { network, open } = await openScreen({ [`POST ${path}/maintenance`]: done });
  const dialog = await open('Show it');
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'planned' } });
  fireEvent.change(dialog.getByLabelText(/^Until/), { target: { value: '2020-01-01T10:00' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Show it' }));
  expect(dialog.getByText('Write the English text')).toBeTruthy();
  expect(dialog.getByText('This time is over')).toBeTruthy();
  expect(network.sentTo(`${path}/maintenance`)).toEqual([]);
  fireEvent.change(dialog.getByLabelText(/^Until/), { target: { value: '' } });
  fireEvent.change(dialog.getByLabelText(/^Text in English/), { target: { value: ' BTC is late. ' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Show it' }));
  await waitFor(() => expect(network.sentTo(`${path}/maintenance`)).toHaveLength(1));
  expect(network.sentTo(`${path}/maintenance`)[0]?.body).toEqual({
    value: { on: true, texts: { en: 'BTC is late.' }, until: null },
    version: 0,
    reason: 'planned',
  });
});

test('links are sent as a whole; what is no address is said at its field', async () => {
  const { network, open } = await openScreen({ [`POST ${path}/links`]: requested });
  const dialog = await open('Change the links');
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'a new app' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Nothing is changed.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('App Store'), { target: { value: 'javascript:alert(1)' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText(/^An address that begins with/)).toBeTruthy();
  expect(network.sentTo(`${path}/links`)).toEqual([]);
  fireEvent.change(dialog.getByLabelText('App Store'), { target: { value: 'https://apps.test/1' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(network.sentTo(`${path}/links`)).toHaveLength(1));
  expect(network.sentTo(`${path}/links`)[0]?.body).toEqual({
    value: { social: { twitter: 'https://x.test/a' }, stores: { ios: 'https://apps.test/1' }, blog: null },
    version: 3,
    reason: 'a new app',
  });
});

test('languages are sent as those that are hidden; English cannot be one of them', async () => {
  const { network, open } = await openScreen({ [`POST ${path}/languages`]: done });
  expect(screen.getByText('Русский').closest('li')?.textContent).toContain('Hidden');
  expect(screen.getByText('हिन्दी').closest('li')?.textContent).toContain('Offered');
  const dialog = await open('Change the languages');
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'not reviewed' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Nothing is changed.')).toBeTruthy();
  expect(network.sentTo(`${path}/languages`)).toEqual([]);
  expect(dialog.getByLabelText('English, always')).toHaveProperty('disabled', true);
  expect(dialog.getByLabelText('Русский')).toHaveProperty('checked', false);
  await userEvent.click(dialog.getByLabelText('Türkçe'));
  await userEvent.click(dialog.getByLabelText('Русский'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(network.sentTo(`${path}/languages`)).toHaveLength(1));
  expect(network.sentTo(`${path}/languages`)[0]?.body).toEqual({
    value: { hidden: ['tr'] },
    version: 3,
    reason: 'not reviewed',
  });
});

test('who may change nothing reads what is set', async () => {
  await openScreen({}, ['users']);
  expect(screen.getByText('https://x.test/a')).toBeTruthy();
  for (const name of [/^Pause/, /^Take orders again/, 'Show it', 'Change the links', 'Change the languages'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('a dialog stays what it was opened as: what others set meanwhile is shown, and is not switched by mistake', async () => {
  let present = flags;
  const { network, open } = await openScreen({
    [`GET ${path}`]: () => ({ body: present }),
    [`POST ${path}/trading_pause`]: ({ body }) =>
      (body as { version: number }).version === present.trading_pause.version
        ? done()
        : { status: 409, body: refusal('flag_changed', 'Nothing was changed') },
  });
  const stop = await open('Pause: Spot');
  present = { ...flags, trading_pause: { ...set, version: 4, value: { spot: true, perpetual: true } } };
  fireEvent.change(stop.getByLabelText(/^Reason/), { target: { value: 'prices are wrong' } });
  await userEvent.click(stop.getByRole('button', { name: 'Pause' }));
  expect((await stop.findByRole('alert', { name: 'Changed meanwhile' })).textContent).toContain(
    'Spot: Takes orders → Paused',
  );
  expect(stop.getByRole('button', { name: 'Pause' })).toBeTruthy();
  await userEvent.click(stop.getByRole('button', { name: 'Pause' }));
  await waitFor(() => expect(network.sentTo(`${path}/trading_pause`)).toHaveLength(2));
  const sent = { value: { spot: true, perpetual: true }, version: 3, reason: 'prices are wrong' };
  expect(network.sentTo(`${path}/trading_pause`).map(({ body }) => body)).toEqual([sent, sent]);
  await userEvent.click(stop.getByRole('button', { name: 'Go on with the present figures' }));
  expect(stop.getByRole('button', { name: 'Take orders again' })).toBeTruthy();
});

test('languages that were chosen stay so over those that others have hidden', async () => {
  let present = flags;
  const { network, open } = await openScreen({
    [`GET ${path}`]: () => ({ body: present }),
    [`POST ${path}/languages`]: ({ body }) =>
      (body as { version: number }).version === 4
        ? done()
        : { status: 409, body: refusal('flag_changed', 'Nothing was changed') },
  });
  const dialog = await open('Change the languages');
  present = { ...flags, languages: { ...set, version: 4, value: { hidden: ['ru', 'ta'] } } };
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'not reviewed' } });
  await userEvent.click(dialog.getByLabelText('Türkçe'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'Go on with the present figures' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(network.sentTo(`${path}/languages`)).toHaveLength(2));
  const sent = network.sentTo(`${path}/languages`)[1]?.body as { value: { hidden: string[] }; version: number };
  expect([sent.value.hidden.toSorted(), sent.version]).toEqual([['ru', 'ta', 'tr'], 4]);
});
