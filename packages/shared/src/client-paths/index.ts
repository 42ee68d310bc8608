export * from './chat-hash.ts';
export * from './language-prefix.ts';
export * from './page-meta.ts';
export * from './page-paths.ts';
export * from './page-table.ts';
export * from './paths.ts';
export * from './server-paths.ts';
