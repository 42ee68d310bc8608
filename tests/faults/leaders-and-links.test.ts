/** Leading engines that die or freeze, and networks that break: see under-load.ts. */
import { leaderFaults } from './kinds/frozen.ts';
import { linkFaults } from './kinds/network.ts';
import { testUnderLoad } from './under-load.ts';

testUnderLoad([leaderFaults, linkFaults]);
