import { expect, test } from 'vitest';
import { likePattern } from './like-pattern.ts';

test('what a person types stands for itself', () => {
  expect(likePattern('100%_of\\it')).toBe('100\\%\\_of\\\\it');
  expect(likePattern('plain@text.test')).toBe('plain@text.test');
});
