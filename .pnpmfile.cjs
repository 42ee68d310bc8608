/** Optional peers of Prisma's client: with them every production install would hold Prisma's command line. */
function readPackage(pkg) {
  if (pkg.name === '@prisma/client') {
    delete pkg.peerDependencies;
    delete pkg.peerDependenciesMeta;
  }
  return pkg;
}
module.exports = { hooks: { readPackage } };
