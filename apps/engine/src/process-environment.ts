/**
 * The environment that an engine's process starts with: glibc asks the kernel for huge pages (2 MB) for large arrays,
 * which the core reads at random. It saves most misses of the processor's address cache: see docs/performance.md. Where
 * the kernel or another C library does not know the setting, nothing changes; a value of the operator's own is kept.
 * docker-compose.yml sets the same for containers.
 */
export const engineEnvironment = { GLIBC_TUNABLES: process.env.GLIBC_TUNABLES ?? 'glibc.malloc.hugetlb=1' };
