import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { enqueue } from '../support/outbox.ts';
import { testWorld } from '../support/world.ts';

const textOf = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}
interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}
interface Dashboard {
  readonly panels: readonly Panel[];
  readonly annotations: { readonly list: readonly { readonly expr: string }[] };
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
}

const { groups } = parse(textOf('ops/prometheus/alerts.yml')) as { groups: { rules: Alert[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);
const dashboard = JSON.parse(textOf('ops/grafana/zonegraph.json')) as Dashboard;
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const targets = panels.flatMap((panel) => panel.targets ?? []);

/** As Prometheus has it after scraping: what the scrape itself labels keeps its name, and ours steps aside. */
const fromScrape = ['job', 'instance'];
interface Series {
  readonly name: string;
  readonly labels: ReadonlyMap<string, ReadonlySet<string>>;
}

function seriesIn(metrics: string): ReadonlyMap<string, Series> {
  const found = new Map<string, { name: string; labels: Map<string, Set<string>> }>();
  for (const line of metrics.split('\n')) {
    const [, name, labels = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? /.exec(line) ?? [];
    if (name === undefined) continue;
    const series = found.get(name) ?? { name, labels: new Map(fromScrape.map((one) => [one, new Set()])) };
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      const scraped = fromScrape.includes(label) ? `exported_${label}` : label;
      series.labels.set(scraped, (series.labels.get(scraped) ?? new Set()).add(value));
    }
    found.set(name, series);
  }
  return found.set('up', { name: 'up', labels: new Map(fromScrape.map((one) => [one, new Set()])) });
}

/** What an expression asks for, by Prometheus' own grammar. */
function askedBy(expression: string) {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const tree = parser.parse(text);
  const asked = {
    broken: false,
    metrics: [] as string[],
    labels: [] as string[],
    values: [] as [label: string, value: string][],
  };
  tree.iterate({
    enter: (node) => {
      const words = text.slice(node.from, node.to);
      if (node.type.isError) asked.broken = true;
      if (node.name === 'Identifier' && node.node.parent?.name === 'VectorSelector')
        asked.metrics.push(words);
      if (node.name === 'LabelName') asked.labels.push(words);
      const [, label = '', value] =
        (/LabelMatcher$/.test(node.name) && /^(\w+)\s*=~?\s*"([^"$]+)"$/.exec(words)) || [];
      if (value !== undefined && !fromScrape.includes(label))
        for (const one of value.split('|')) asked.values.push([label, one]);
    },
  });
  return asked;
}

let known: ReadonlyMap<string, Series>;
beforeAll(async () => {
  const world = await testWorld();
  const mail = { to: 'jaan@example.com', subject: 'Hello', text: 'Hello', links: [] };
  await enqueue(world.container.database, world.clock.now(), {
    kind: 'mail',
    subject: 'test',
    recipients: [],
    payload: mail,
  });
  await world.container.outbox.drain();
  await world.request({ url: '/registry/v1/accounts/balance' });
  await world.request({ method: 'POST', url: '/graphql', payload: { query: '{ account { balance } }' } });
  const { text } = await world.request({ url: '/metrics', auth: null });
  // A world has no replicas, and names what would be told of them; test/server/trouble/replication.test.ts has.
  expect(text).toMatch(/^# TYPE zonegraph_replica_up gauge$/m);
  known = seriesIn(`${text}zonegraph_replica_up{replica="127.0.0.1:5432"} 1\n`);
});

describe('every metric on the dashboard exists', () => {
  it.each([
    ...alerts.map(({ alert, expr }) => [`the alert ${alert}`, expr]),
    ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [`the panel "${title}"`, expr])),
    ...dashboard.annotations.list.map(({ expr }) => ['the annotation', expr]),
  ])('%s asks only for what /metrics tells', (_, expression) => {
    const { broken, metrics, labels, values } = askedBy(expression);
    expect(broken, expression).toBe(false);
    expect(metrics.length).toBeGreaterThan(0);
    expect(metrics.filter((name) => !known.has(name))).toEqual([]);
    const ofMetrics = metrics.map((name) => known.get(name)?.labels);
    expect(labels.filter((label) => !ofMetrics.some((one) => one?.has(label)))).toEqual([]);
    expect(values.filter(([label, value]) => !ofMetrics.some((one) => one?.get(label)?.has(value)))).toEqual(
      [],
    );
  });

  it('words show only labels that are left by their expression', () => {
    const reported = [
      ...alerts.map(({ expr, annotations }) => [expr, annotations.summary, /\$labels\.(\w+)/g] as const),
      ...targets.map(({ expr, legendFormat }) => [expr, legendFormat, /\{\{(\w+)\}\}/g] as const),
    ];
    const astray = reported.flatMap(([expr, words, pattern]) => {
      const { labels } = askedBy(expr);
      const isAggregated = /\b(?:sum|max|min|topk)\b/.test(expr);
      const left = isAggregated ? labels : [...labels, ...fromScrape];
      return [...words.matchAll(pattern)]
        .map(([, label = '']) => label)
        .filter((label) => !left.includes(label))
        .map((label) => `${label} in "${words}"`);
    });
    expect(astray).toEqual([]);
  });

  it('every metric of ours is on the dashboard', () => {
    const shown = new Set(targets.flatMap(({ expr }) => askedBy(expr).metrics));
    const ours = [...known.keys()].filter((name) => name.startsWith('zonegraph_'));
    const parts = /_(?:bucket|count|sum)$/;
    const isShown = (name: string) =>
      shown.has(name) ||
      (parts.test(name) && [...shown].some((one) => one.replace(parts, '') === name.replace(parts, '')));
    expect(ours.filter((name) => !isShown(name))).toEqual([]);
  });
});

describe('every alert', () => {
  const operating = textOf('docs/operating.md');
  const runbooks = operating.slice(operating.indexOf('\n## Runbooks\n')).split(/\n## (?!Runbooks)/)[0] ?? '';
  const headings = [...runbooks.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading);

  it('has a runbook of its own, to which it leads, and every runbook an alert', () => {
    expect(headings).toEqual(alerts.map(({ alert }) => alert));
    for (const { alert, annotations } of alerts)
      expect(annotations.runbook_url).toBe(`docs/operating.md#${alert.toLowerCase()}`);
  });

  it('says in its runbook what to do', () => {
    for (const section of runbooks.split('\n### ').slice(1)) expect(section).toContain('**Do:**');
  });

  it('is for now or for today', () => {
    for (const { alert, labels } of alerts) expect(['page', 'ticket'], alert).toContain(labels.severity);
  });
});

describe('the dashboard', () => {
  it('explains each panel, and lays none over another', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { title, description } of panels) expect(description, title).toMatch(/\.$/);
    const taken = new Map<string, string>();
    for (const { title, gridPos } of dashboard.panels)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(taken.get(`${x}:${y}`), `${title} at ${x}:${y}`).toBeUndefined();
          taken.set(`${x}:${y}`, title);
          expect(x).toBeLessThan(24);
        }
  });

  it('chooses processes from what Prometheus knows', () => {
    const asked = dashboard.templating.list.flatMap(({ definition }) => definition ?? []);
    for (const one of asked) expect(known.has(/^label_values\((\w+)/.exec(one)?.[1] ?? ''), one).toBe(true);
  });
});

it('docs/operating.md names all of our metrics, and no others', () => {
  const named = [...textOf('docs/operating.md').matchAll(/`(zonegraph_\w+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(8);
  const isCookie = (name: string) => name === 'zonegraph_owner';
  expect(named.filter((name) => !known.has(name) && !known.has(`${name}_count`) && !isCookie(name))).toEqual(
    [],
  );
  const ours = [...known.keys()].filter((name) => name.startsWith('zonegraph_'));
  expect(
    ours.filter(
      (name) => !named.includes(name) && !named.includes(name.replace(/_(?:bucket|count|sum)$/, '')),
    ),
  ).toEqual([]);
});
