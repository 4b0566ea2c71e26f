import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../support/extensions.ts';
import { tools, type Workplace, workplace } from '../support/tools.ts';
import { testWorld } from '../support/world.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const slow = { timeout: 120_000 };

/** Helm is packaged nowhere here: what it is made of renders the chart. */
const go = { ...process.env, GOPATH: '/usr/share/gocode', GO111MODULE: 'off' };
const hasGo =
  tools !== undefined &&
  spawnSync('go', ['list', 'github.com/Masterminds/sprig'], { env: go, cwd: tmpdir() }).status === 0;

interface Container {
  readonly image: string;
  readonly args?: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources: { readonly limits: object; readonly requests: object };
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
}
interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface Pod {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly terminationGracePeriodSeconds?: number;
    readonly automountServiceAccountToken: boolean;
    readonly securityContext: object;
    readonly containers: readonly [Container];
    readonly volumes: readonly {
      readonly name: string;
      readonly secret?: { readonly items: readonly { key: string; path: string }[] };
    }[];
  };
}
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: Readonly<Record<string, unknown>>;
}

const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(textOf('ops/kubernetes/README.md')) ?? [];
/** What README puts into my-values.yaml. */
const documented = parse(example.replaceAll('<your registry>', 'images.example')) as {
  readonly config: Readonly<Record<string, string>>;
};
const everything = {
  ...documented,
  imagePullSecrets: [{ name: 'pull' }],
  existingConfigMap: 'zonegraph-files',
  shutdownDelay: 30,
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  networkPolicy: {
    enabled: true,
    ingressFrom: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress' } } }],
    metricsFrom: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'prometheus' } } }],
  },
  ingress: {
    enabled: true,
    className: 'nginx',
    annotations: { one: 'two' },
    host: 'registry.example',
    tlsSecret: 'tls',
  },
  podAnnotations: { one: 'two' },
  nodeSelector: { disk: 'fast' },
  tolerations: [{ key: 'registry', operator: 'Exists', effect: 'NoSchedule' }],
  affinity: { nodeAffinity: {} },
  config: { ...documented.config, RATE_LIMIT_POINTS: 1_000_000, OTEL_TRACES_SAMPLER_ARG: 0.5 },
};

const { version } = JSON.parse(textOf('package.json')) as { version: string };

it('the Helm chart has the version of package.json', () => {
  expect(parse(textOf('ops/kubernetes/Chart.yaml'))).toMatchObject({ version, appVersion: version });
});

describe.runIf(hasGo)(`the Helm chart${hasGo ? '' : ', which needs Go, sprig and TOOLS here'}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'zonegraph-helm-'));
  const program = join(folder, 'render');
  let place: Workplace;

  beforeAll(() => {
    place = workplace();
    execFileSync('go', ['build', '-o', program, join(root, 'test/tools/helm/render.go')], {
      env: go,
      cwd: folder,
    });
  }, slow.timeout);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const texts = (values: object, release = 'zonegraph'): Record<string, string> => {
    const ran = spawnSync(program, [join(root, 'ops/kubernetes'), release, 'registry'], {
      input: JSON.stringify(values),
      encoding: 'utf8',
    });
    if (ran.status !== 0) throw new Error(ran.stderr);
    return JSON.parse(ran.stdout) as Record<string, string>;
  };
  /** Twice the same key, and other mistakes that a YAML parser knows, are refused by it. */
  const manifests = (values: object, release?: string): Manifest[] =>
    Object.entries(texts(values, release))
      .filter(([name]) => name.endsWith('.yaml'))
      .flatMap(([name, text]) =>
        parseAllDocuments(text).map((document) => {
          expect(document.errors, name).toEqual([]);
          return document.toJS() as Manifest | null;
        }),
      )
      .filter((one) => one !== null);
  const one = (all: readonly Manifest[], kind: string): Manifest => {
    const found = all.find((manifest) => manifest.kind === kind);
    if (!found) throw new Error(`there is no ${kind}`);
    return found;
  };
  const podOf = ({ spec }: Manifest): Pod => spec.template as Pod;
  const containerOf = (manifest: Manifest): Container => podOf(manifest).spec.containers[0];

  /** The schemas let unknown fields through, which the compiler does not; the compiler knows no patterns of names. */
  async function fits(all: readonly Manifest[]): Promise<void> {
    const imported = all.map(({ apiVersion, kind }, index) => {
      const isOperator = apiVersion.startsWith('monitoring.');
      const from = isOperator ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
      return { index, kind, from: `${from}/${apiVersion}`, json: JSON.stringify(all[index]) };
    });
    const inEach = (written: (one: (typeof imported)[number]) => string): string =>
      imported.map(written).join('\n');
    place.write(
      'schemas.mjs',
      inEach(
        ({ index, kind, from, json }) =>
          `import { ${kind} as Kind${index} } from '${from}';\nnew Kind${index}(${json}).validate();`,
      ),
    );
    await place.run('node', 'schemas.mjs');
    place.write(
      'fields.ts',
      inEach(
        ({ index, kind, from, json }) =>
          `import type { I${kind} as Kind${index} } from '${from}';\nexport const one${index}: Kind${index} = ${json};`,
      ),
    );
    const compilerOptions = { noEmit: true, strict: true, skipLibCheck: true, target: 'es2022', types: [] };
    const modules = { module: 'esnext', moduleResolution: 'bundler' };
    place.write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { ...compilerOptions, ...modules }, files: ['fields.ts'] }),
    );
    await place.run('tsc', '-p', '.');
  }

  it.each([
    [
      'README shows',
      documented,
      ['Deployment', 'Ingress', 'Job', 'PodDisruptionBudget', 'Service', 'Service'],
    ],
    [
      'is possible',
      everything,
      [
        'Deployment',
        'Ingress',
        'Job',
        'NetworkPolicy',
        'PodDisruptionBudget',
        'Service',
        'Service',
        'ServiceMonitor',
      ],
    ],
  ])('makes manifests of what %s that Kubernetes knows, field by field', slow, async (_, values, kinds) => {
    const all = manifests(values);
    expect(all.map(({ kind }) => kind).sort()).toEqual(kinds);
    await fits(all);
  });

  it('is compared with what Kubernetes knows so that a mistake is found', slow, async () => {
    const deployment = one(manifests(documented), 'Deployment');
    const spec = { ...deployment.spec, replica: 3 };
    await expect(fits([{ ...deployment, spec }])).rejects.toThrow(`'"replica"' does not exist in type`);
    await expect(fits([{ ...deployment, spec: { ...deployment.spec, replicas: 'two' } }])).rejects.toThrow(
      /is not assignable|must be integer/,
    );
  });

  it('starts the image of its own version', () => {
    expect(containerOf(one(manifests(documented), 'Deployment')).image).toBe(
      `images.example/zonegraph:${version}`,
    );
  });

  it.each([['Deployment'], ['Job']])('gives the %s an environment that a production starts with', (kind) => {
    const { env, volumeMounts } = containerOf(one(manifests(everything), kind));
    const names = env.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const known = textOf('.env.example');
    for (const name of names) expect(known, name).toMatch(new RegExp(`^${name.replace(/_FILE$/, '')}=`, 'm'));
    const read = Object.fromEntries(
      env.map(({ name, value }) => {
        if (!name.endsWith('_FILE')) return [name, value];
        expect(volumeMounts.some(({ mountPath }) => value.startsWith(`${mountPath}/`))).toBe(true);
        const file = join(folder, name);
        const secret = `${name.toLowerCase()}-7f3a9c51e8d26b04aa`;
        writeFileSync(
          file,
          /DATABASE_URL/.test(name)
            ? 'postgres://a@b/c'
            : name === 'SMTP_URL_FILE'
              ? 'smtps://mail.example'
              : secret,
        );
        return [name, file];
      }),
    );
    const config = readConfig(read);
    expect(config).toMatchObject({
      isTrial: false,
      RATE_LIMIT_POINTS: 1_000_000,
      SHUTDOWN_DELAY: 30,
      WORKERS: 1,
    });
    expect(names.includes('MIGRATE_DATABASE_URL_FILE')).toBe(kind === 'Job');
  });

  it('asks at paths that answer, on ports that are there', slow, async () => {
    const container = containerOf(one(manifests(documented), 'Deployment'));
    const world = await testWorld();
    for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
      expect(container.ports?.map(({ name }) => name)).toContain(probe?.httpGet.port);
      expect((await world.app.inject({ url: probe?.httpGet.path ?? '' })).statusCode).toBe(200);
    }
    const portOf = (name: string) =>
      String(container.ports?.find((port) => port.name === name)?.containerPort);
    const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
    expect(env).toMatchObject({
      PORT: portOf('http'),
      HEALTH_PORT: portOf('health'),
      METRICS_PORT: portOf('metrics'),
    });
  });

  it('waits longer for the end of a server than the server needs', () => {
    for (const [values, delay] of [
      [documented, 10],
      [everything, 30],
    ] as const) {
      const { spec } = podOf(one(manifests(values), 'Deployment'));
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(delay + 40);
      expect(spec.containers[0].env).toContainEqual({ name: 'SHUTDOWN_DELAY', value: String(delay) });
    }
  });

  it('serves from two Pods, one of which may go at a time, and migrates first', () => {
    const all = manifests(documented);
    expect(one(all, 'Deployment').spec).toMatchObject({
      replicas: 2,
      strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
    });
    expect(one(all, 'PodDisruptionBudget').spec).toMatchObject({ maxUnavailable: 1 });
    expect(one(all, 'Job').metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
    const [command = '', ...args] = containerOf(one(all, 'Job')).args ?? [];
    expect(command).toBe('node');
    expect(args.at(-1)).toBe('migrate');
    const said = execFileSync(process.execPath, [...args.slice(0, -1), '--version'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(said).toMatch(/^zonegraph \d/);
  });

  it('leads callers to servers, and neither them nor a Prometheus to the migration', () => {
    const all = manifests(everything, 'other');
    const isIn = (labels: Readonly<Record<string, string>>, selector: unknown): boolean =>
      Object.entries(selector as Record<string, string>).every(([name, value]) => labels[name] === value);
    const [server, migration] = ['Deployment', 'Job'].map((kind) => podOf(one(all, kind)).metadata.labels);
    const selectors = all.flatMap(({ kind, spec }) => {
      if (kind === 'Service') return [spec.selector];
      const selector = (spec.podSelector ?? spec.selector) as { matchLabels: object } | undefined;
      return ['Deployment', 'PodDisruptionBudget', 'NetworkPolicy'].includes(kind)
        ? [selector?.matchLabels]
        : [];
    });
    expect(selectors).toHaveLength(5);
    for (const selector of selectors) {
      expect(isIn(server ?? {}, selector)).toBe(true);
      expect(isIn(migration ?? {}, selector)).toBe(false);
    }
    const watched = (one(all, 'ServiceMonitor').spec.selector as { matchLabels: object }).matchLabels;
    const services = all.filter(({ kind, metadata }) => kind === 'Service' && isIn(metadata.labels, watched));
    expect(services.map(({ metadata }) => metadata.name)).toEqual(['other-zonegraph-metrics']);
  });

  it.each([['Deployment'], ['Job']])('lets the %s do little', (kind) => {
    const { spec } = podOf(one(manifests(documented), kind));
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    const [container] = spec.containers;
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.resources.limits).toHaveProperty('memory');
    for (const { name } of container.volumeMounts)
      expect(spec.volumes.map((volume) => volume.name)).toContain(name);
    for (const { name, value } of container.env)
      if (/(?:TOKENS?|SECRET|PASSWORD|SMTP_URL|DATABASE_URL)$/.test(name)) expect(value, name).toBe('');
  });

  it.each([
    ['config.PUBLIC_URL is required', { config: {} }],
    ['DATABASE_URL is a secret', { config: { ...documented.config, DATABASE_URL: 'postgres://' } }],
    ['PORT is set by the chart', { config: { ...documented.config, PORT: 80 } }],
  ])('refuses, because %s', (why, values) => {
    expect(() => texts(values)).toThrow(why);
  });
});
