export * from './page-meta.ts';
export * from './page-paths.ts';
export * from './paths.ts';
