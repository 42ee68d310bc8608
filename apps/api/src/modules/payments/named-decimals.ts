/** Whether the decimals of a token's method are those that its contract names, as the watcher has read them last (decision 175). */
const named = `FROM contract_decimals named WHERE named.network_id = method.network_id AND named.contract = method.contract`;

/** SQL of `method`: its contract names others, or none. */
export const decimalsDiffer = `EXISTS (SELECT ${named} AND named.decimals IS DISTINCT FROM method.decimals)`;

/** SQL of `method` and `network`: the contract was asked and names the same. Only EVM networks have contracts that are asked. */
export const decimalsAgree = `(method.contract = '' OR network.kind <> 'evm' OR EXISTS (SELECT ${named} AND named.decimals = method.decimals))`;
