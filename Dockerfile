# One image for every part; docker-compose.yml says which one a container runs.
# deploy/pin-images.sh names the base image by its digest.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
RUN npm install --global pnpm@10.34.9
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.cjs ./
COPY apps/api/package.json apps/api/
COPY apps/engine/package.json apps/engine/
COPY apps/web/package.json apps/web/
COPY packages/shared/package.json packages/shared/
COPY packages/tracing/package.json packages/tracing/
COPY prisma/package.json prisma/
COPY tests/package.json tests/

# The web client and Prisma's client, with the tools that make them.
FROM manifests AS build
RUN pnpm install --frozen-lockfile --filter @pelican/web... --filter @pelican/prisma
COPY . .
RUN node prisma/generate.ts && cd apps/web && node node_modules/vite/bin/vite.js build --logLevel warn

# What the parts import, and nothing else.
FROM manifests AS packages
RUN pnpm install --frozen-lockfile --prod --filter pelican --filter @pelican/api... --filter @pelican/engine...
# Prisma ships a query compiler for each database; ours is Postgres.
RUN find node_modules/.pnpm/@prisma+client@*/node_modules/@prisma/client/runtime -regextype egrep \
  -regex '.*\.(cockroachdb|mysql|sqlite|sqlserver)\..*' -delete

FROM ${NODE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data NODE_OPTIONS=--import=/app/scripts/secret-files.ts
COPY --from=packages /app .
COPY prisma prisma
COPY scripts scripts
COPY packages/shared/src packages/shared/src
COPY packages/tracing/src packages/tracing/src
COPY apps/engine/src apps/engine/src
COPY apps/api/src apps/api/src
COPY --from=build /app/prisma/generated prisma/generated
COPY --from=build /app/apps/web/dist apps/web/dist
# The code is root's: a part writes below DATA_DIR only.
RUN mkdir /data && chown node:node /data
USER node
CMD ["node", "--max-semi-space-size=64", "--initial-old-space-size=512", "apps/api/src/processes/api/main.ts"]
