# One process that serves everything. This Node runs TypeScript as it is (docs/decisions/0004): there is nothing to
# build, and the loader that Node 20 needs (tsx, the one optional dependency) stays out.
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts && npm cache clean --force

FROM node:24-slim
# docker build --build-arg COMMIT=$(git rev-parse HEAD): what /metrics, /readyz and the log name.
ARG COMMIT=unknown
ENV ZONEGRAPH_COMMIT=$COMMIT
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
# What was needed to compile the embedded database is given back to the system (src/server/launch/run.mjs).
ENV MALLOC_TRIM_THRESHOLD_=131072
# What "zonegraph backup" and "zonegraph restore" call.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
WORKDIR /app
# The embedded database of a sandbox without DATABASE_URL lives here.
RUN mkdir /data && chown node:node /data
VOLUME /data
COPY --from=packages /app/node_modules ./node_modules
COPY package.json tsconfig.json CHANGELOG.md ./
COPY schema ./schema
COPY docs ./docs
COPY src ./src
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=64", "src/main.ts"]
