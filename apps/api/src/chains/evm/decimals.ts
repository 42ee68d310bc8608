/** The decimals of tokens, as their contracts name them. */
import { type Address, encodeFunctionData, hexToBigInt } from 'viem';
import { type EvmClient, erc20, isFailureOfCall } from './client.ts';

const question = encodeFunctionData({ abi: erc20, functionName: 'decimals' });
/** Of uint8. */
const decimalsMax = 255n;

/** Undefined of a contract that names none. @throws Error when the server does not answer */
export async function tokenDecimals(client: EvmClient, contract: string): Promise<number | undefined> {
  try {
    const call = { to: contract as Address, data: question };
    const answer = await client.request({ method: 'eth_call', params: [call, 'latest'] });
    if (answer.length !== 66) return undefined;
    const decimals = hexToBigInt(answer);
    return decimals > decimalsMax ? undefined : Number(decimals);
  } catch (error) {
    if (isFailureOfCall(error)) return undefined;
    throw error;
  }
}
