import { resolve } from 'node:path';

/** The repository's folder: relative paths in settings begin here. */
export const root = resolve(import.meta.dirname, '../../../../..');
