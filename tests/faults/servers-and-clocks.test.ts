/** What breaks in Redis, Postgres and the clocks: see under-load.ts. */
import { clockFaults } from './kinds/clock.ts';
import { postgresFaults } from './kinds/postgres.ts';
import { redisFaults } from './kinds/redis.ts';
import { testUnderLoad } from './under-load.ts';

testUnderLoad([redisFaults, { name: 'Postgres and clocks', faults: [...postgresFaults, ...clockFaults] }]);
