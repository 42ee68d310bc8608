/** What an engine's process is started with; docker-compose.yml says the same for containers. */

/**
 * glibc asks the kernel for huge pages (2 MB) for large arrays, which the core reads at random. It saves most misses of the
 * processor's address cache: see docs/performance.md. Where the kernel or another C library does not know the setting,
 * nothing changes; a value of the operator's own is kept.
 */
export const engineEnvironment = { GLIBC_TUNABLES: process.env.GLIBC_TUNABLES ?? 'glibc.malloc.hugetlb=1' };

/**
 * A small space for new objects, so that a young collection takes 1 to 2 ms instead of up to 8: nearly all objects of a
 * command are dead after it, and a command waits for the collection that falls into it (docs/performance.md).
 */
export const engineNodeArgs = ['--max-semi-space-size=8'];
