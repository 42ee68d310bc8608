import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { shortageHash } from '../../platform/hash-dialogs.ts';
import { useOpenDialog } from '../../platform/use-open-dialog.ts';
import { startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { HashDialogs } from './hash-dialogs.tsx';

afterEach(() => {
  cleanup();
  endSession();
});

function Page() {
  const open = useOpenDialog();
  return (
    <>
      <button type="button" onClick={() => open(shortageHash('USDT', 'trade', '12.5'))}>
        Buy
      </button>
      <HashDialogs />
    </>
  );
}

test('the dialog about too little money lies over its page, whose query stays, and closing it steps back', async () => {
  startSession(tokens('person'));
  startNetwork({
    'GET /v3/profile/balance': () => ({ body: { result: [] } }),
    'GET /v2/market-list': () => ({ body: { marketList: { result: [] }, currenciesMap: {}, currenciesTopList: [] } }),
  });
  const { router } = renderPage(Page, '/trade?tab=limit');
  const before = router.state.location.key;
  await userEvent.click(screen.getByRole('button', { name: 'Buy' }));
  await screen.findByRole('dialog');
  expect(router.state.location).toMatchObject({
    pathname: '/trade',
    search: '?tab=limit',
    hash: '#insufficient/USDT/trade/12.5',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await expect.poll(() => router.state.location.hash).toBe('');
  expect(router.state.location.key).toBe(before);
});
