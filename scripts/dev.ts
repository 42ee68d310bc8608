/** `npm run dev`: like `npm start`, with Vite in front that serves the client as it is written, and an API that follows its files. */
import { runExchange } from './supervisor/run.ts';

await runExchange({ development: true });
