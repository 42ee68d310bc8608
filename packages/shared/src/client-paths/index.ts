export * from './page-paths.ts';
export * from './paths.ts';
