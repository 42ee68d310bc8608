import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { useUrlParams } from './use-url-params.ts';

afterEach(cleanup);

function Filters() {
  const [params, change] = useUrlParams();
  return (
    <>
      <input
        aria-label="search"
        value={params.get('search') ?? ''}
        onChange={(event) => change({ search: event.currentTarget.value, offset: '' })}
      />
      <output aria-label="offset of filters">{params.get('offset')}</output>
    </>
  );
}

function List() {
  const [params, change] = useUrlParams();
  return (
    <>
      <button type="button" onClick={() => change({ offset: '50' })}>
        next
      </button>
      <output aria-label="query of list">{params.toString()}</output>
      <Link to="/?search=other">elsewhere</Link>
    </>
  );
}

function Page() {
  return (
    <>
      <Filters />
      <List />
    </>
  );
}

function open() {
  const router = createMemoryRouter([{ path: '/', Component: Page }]);
  render(<RouterProvider router={router} />);
  const type = (value: string) => fireEvent.change(screen.getByLabelText('search'), { target: { value } });
  return { router, type };
}
const textOf = (label: string) => screen.getByLabelText(label).textContent;
const searched = () => screen.getByLabelText<HTMLInputElement>('search').value;

test('two of a page see what the other one has changed', async () => {
  const { router, type } = open();
  type('alice');
  await expect.poll(() => textOf('query of list')).toBe('search=alice');
  fireEvent.click(screen.getByText('next'));
  await expect.poll(() => textOf('offset of filters')).toBe('50');
  expect(router.state.location.search).toBe('?search=alice&offset=50');
  type('bob');
  await expect.poll(() => textOf('query of list')).toBe('search=bob');
});

test('what is typed shows at once, and no older query of the address replaces it', async () => {
  const { router, type } = open();
  for (const text of ['a', 'al', 'ali']) {
    type(text);
    expect(searched()).toBe(text);
  }
  await expect.poll(() => router.state.location.search).toBe('?search=ali');
  expect(searched()).toBe('ali');
});

test('a link and the way back bring their own query', async () => {
  const { router, type } = open();
  type('alice');
  await expect.poll(() => router.state.location.search).toBe('?search=alice');
  fireEvent.click(screen.getByText('elsewhere'));
  await expect.poll(searched).toBe('other');
  await router.navigate(-1);
  await expect.poll(searched).toBe('alice');
});
