import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { DataTable } from './data-table.tsx';

afterEach(cleanup);

function Orders() {
  const [orders, setOrders] = useState([1, 2, 3]);
  return (
    <DataTable
      caption="Open orders"
      columns={[
        {
          key: 'cancel',
          header: 'Actions',
          render: (id) => (
            <button type="button" onClick={() => setOrders(orders.filter((order) => order !== id))}>
              Cancel {id}
            </button>
          ),
        },
      ]}
      rows={orders}
      rowKey={(id) => id}
      empty={<p>No open orders</p>}
    />
  );
}

test('the focus of a row that disappears goes to the row in its place, where a second press does nothing', async () => {
  const person = userEvent.setup();
  render(<Orders />);
  screen.getByRole('button', { name: 'Cancel 2' }).focus();
  await person.keyboard('{Enter}{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('row', { name: 'Cancel 3' }));
  await person.tab();
  await person.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('row', { name: 'Cancel 1' }));
  await person.tab();
  await person.keyboard('{Enter}');
  expect(document.activeElement?.textContent).toBe('No open orders');
});

test('a row that disappears takes no focus from elsewhere', async () => {
  const person = userEvent.setup();
  render(
    <>
      <input aria-label="Amount" />
      <Orders />
    </>,
  );
  screen.getByRole('button', { name: 'Cancel 2' }).focus();
  await person.click(screen.getByLabelText('Amount'));
  screen.getByRole('button', { name: 'Cancel 2' }).click();
  expect(document.activeElement).toBe(screen.getByLabelText('Amount'));
});
