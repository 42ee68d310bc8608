import { defineConfig } from 'prisma/config';

/** Read by the Prisma command line only; the running parts connect through client.ts. */
export default defineConfig({
  schema: './schema',
  migrations: { path: './migrations' },
});
