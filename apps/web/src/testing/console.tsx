/** The operator console of a test, at an address, with its network. */
import type { OperatorSelf } from '@pelican/shared/contracts/operations';
import { Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { startSession } from '../api/session.ts';
import { Component } from '../features/ops/ops-area.tsx';
import { startNetwork, tokens } from './network.ts';
import { renderPage } from './render-page.tsx';

/** Unix seconds. */
export const now = Date.now() / 1000;
/** Who is signed in, unless the test says otherwise. */
export const jane: OperatorSelf = {
  name: 'jane',
  permissions: ['accounts', 'users', 'system'],
  two_persons: true,
  fresh_until: now + 3_600,
};
const queues = {
  body: {
    result: [
      {
        queue: 'approvals',
        count: 2,
        oldest: now - 7_300,
        claims: [{ id: '8', operator: 'mara', expires: now + 600 }],
      },
    ],
  },
};

function Page() {
  return (
    <Suspense>
      <Routes>
        <Route path="/ops/*" element={<Component />} />
        <Route path="/not-found" element={<p>no such page</p>} />
      </Routes>
    </Suspense>
  );
}

export function openConsole(address: string, routes: Parameters<typeof startNetwork>[0] = {}) {
  const network = startNetwork({
    'GET /v2/ops/me': () => ({ body: jane }),
    'GET /v2/ops/queues': () => queues,
    ...routes,
  });
  startSession(tokens('mine'));
  return { network, ...renderPage(Page, address) };
}
