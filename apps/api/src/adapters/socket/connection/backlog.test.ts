import { expect, it } from 'vitest';
import { Backlog } from './backlog.ts';

const limits = { waitingBytesMaxPerIp: 100, waitingBytesMaxTotal: 250 };

function createReaders() {
  const dropped: string[] = [];
  const reader = (name: string, ip: string) => ({ ip, drop: () => dropped.push(name) });
  return { dropped, reader };
}

it('drops the largest backlog of an address that holds too much, and that of no other', () => {
  const backlog = new Backlog(limits);
  const { dropped, reader } = createReaders();
  backlog.set(reader('other', '192.0.2.8'), 90);
  backlog.set(reader('small', '192.0.2.7'), 20);
  backlog.set(reader('large', '192.0.2.7'), 70);
  expect(dropped).toEqual([]);
  backlog.set(reader('new', '192.0.2.7'), 30);
  expect(dropped).toEqual(['large']);
});

it('takes the networks of an IPv6 /48 for one site', () => {
  const backlog = new Backlog(limits);
  const { dropped, reader } = createReaders();
  backlog.set(reader('a', '2001:db8:1:1::1'), 60);
  backlog.set(reader('b', '2001:db8:1:2::1'), 50);
  expect(dropped).toEqual(['a']);
});

it('gives up the largest of the site that holds the most when all hold too much', () => {
  const backlog = new Backlog(limits);
  const { dropped, reader } = createReaders();
  backlog.set(reader('alone', '192.0.2.1'), 80);
  for (const name of ['b1', 'b2', 'b3']) backlog.set(reader(name, '192.0.2.2'), 30);
  backlog.set(reader('c', '192.0.2.3'), 70);
  expect(dropped).toEqual([]);
  backlog.set(reader('d', '192.0.2.4'), 20);
  expect(dropped).toEqual(['b1']);
});

it('forgets a reader that has taken everything', () => {
  const backlog = new Backlog(limits);
  const { dropped, reader } = createReaders();
  const one = reader('one', '192.0.2.1');
  for (let n = 0; n < 10; n++) {
    backlog.set(one, 90);
    backlog.set(one, 0);
  }
  backlog.set(reader('two', '192.0.2.1'), 90);
  expect(dropped).toEqual([]);
});
