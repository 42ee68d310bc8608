# One image for every process of ours; docker-compose.yml says which one a container runs.
FROM node:24-bookworm-slim AS build
WORKDIR /app
RUN npm install --global pnpm@10.34.9
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY apps/api/package.json apps/api/
COPY apps/engine/package.json apps/engine/
COPY apps/web/package.json apps/web/
COPY packages/shared/package.json packages/shared/
COPY prisma/package.json prisma/
COPY tests/package.json tests/
RUN pnpm install --frozen-lockfile
COPY . .
RUN node prisma/generate.ts && node scripts/build-web.ts
# What only building needs goes away again; the servers run their TypeScript as it is.
RUN CI=1 pnpm install --frozen-lockfile --prod

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build --chown=node:node /app /app
RUN mkdir /data && chown node:node /data
ENV DATA_DIR=/data
USER node
CMD ["node", "--max-semi-space-size=64", "--initial-old-space-size=512", "apps/api/src/server.ts"]
