import { printSchemaWithDirectives } from '@graphql-tools/utils';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql';
import { schemaOf } from '../../apis/graphql/caller-schemas.ts';
import type { Services } from '../../apis/services.ts';
import { type CallerKind, callerKinds } from '../../base/actor.ts';
import { type Packed, pack, sendPacked } from '../../base/compressed.ts';
import { Html, html } from '../kit/html.ts';
import { siteNav } from '../kit/nav.ts';
import { sendPage } from '../kit/page.ts';
import { pageScript } from '../kit/scripts.ts';

/**
 * The schema as files that anybody can read, /schema.graphql with everything and /schema/registrar.graphql with the
 * part of one kind of caller, and as /schema where a person reads it: a page for each type, found by its name or by
 * its fields'. These pages show everything to everybody and mark what is not for all; `?for=` leaves only the part of
 * one kind of caller.
 */
export function mountSchema(app: FastifyInstance, { config }: Services, whole: GraphQLSchema): void {
  const partFor = (kind: CallerKind): GraphQLSchema => schemaOf(whole, kind);
  const marks = new Marks(whole);
  const everything = schemaFile(() => whole);
  const files = Object.fromEntries(callerKinds.map((kind) => [kind, schemaFile(() => partFor(kind))]));
  app.get('/schema.graphql', (request, reply) =>
    (files[wantedIn(request) ?? ''] ?? everything)(request, reply),
  );
  for (const [kind, send] of Object.entries(files))
    if (kind !== 'anonymous') app.get(`/schema/${kind}.graphql`, send);
  const nav = siteNav(config, '/schema');
  app.get('/schema', async (request, reply) => {
    const kind = wantedIn(request);
    const types = typesIn(kind ? partFor(kind) : whole).filter(({ name }) => kind || marks.isAnybodys(name));
    return sendPage(reply, {
      title: 'Schema',
      description: 'Every type of the graph, with the meaning of its fields and arguments.',
      nav,
      main: staying(request, listOf(types, kind, marks)),
      css: schemaStyle,
      script: pageScript('schema.ts'),
    });
  });
  // One route for all types: several hundred would add a fifth of a second to each start.
  app.get<{ Params: { name: string } }>('/schema/:name', async (request, reply) => {
    const { name } = request.params;
    const kind = wantedIn(request);
    const isThere = !name.startsWith('__') && (kind !== undefined || marks.isAnybodys(name));
    const type = isThere ? (kind ? partFor(kind) : whole).getType(name) : undefined;
    if (!type) return reply.callNotFound();
    return sendPage(reply, {
      title: name,
      description: type.description ?? `The type ${name} of the graph.`,
      nav,
      main: staying(request, pageOf(type, kind ? undefined : marks)),
      css: schemaStyle,
    });
  });
}

/** Who can use what. */
class Marks {
  readonly #whole: GraphQLSchema;

  constructor(whole: GraphQLSchema) {
    this.#whole = whole;
  }

  /** Types that no kind of caller reaches are not shown. */
  isAnybodys(name: string): boolean {
    return this.#kinds(name).length > 0;
  }

  /**
   * Tags for the kinds of callers that have this type, or this member of it; none where all have it that have the
   * type.
   */
  of(type: string, member?: string): Html | undefined {
    const kinds = this.#kinds(type, member);
    const all = member === undefined ? kindsInOrder : this.#kinds(type);
    // What needs no credentials is open to everybody.
    if (kinds.length === all.length || (member === undefined && kinds.includes('anonymous')))
      return undefined;
    if (kinds.length === 0) return undefined;
    return html` ${kinds.map((kind) => html`<span class="tag">${readers[kind]}</span> `)}`;
  }

  #kinds(name: string, member?: string): readonly CallerKind[] {
    return kindsInOrder.filter((kind) => {
      const type = schemaOf(this.#whole, kind).getType(name);
      return type !== undefined && (member === undefined || wordsOf(type).includes(member));
    });
  }
}

/** Printed when it is first asked for, and not sent again while it is the same. */
function schemaFile(schema: () => GraphQLSchema) {
  let made: Promise<Packed> | undefined;
  return async (_: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    made ??= pack(`${printSchemaWithDirectives(schema())}\n`);
    return sendPacked(reply.type('text/plain; charset=utf-8'), await made);
  };
}

const kindsInOrder: readonly CallerKind[] = ['anonymous', 'registrar', 'portal', 'billing', 'operator'];

/** The kind of caller that `?for=` names. */
function wantedIn(request: FastifyRequest): CallerKind | undefined {
  const { for: wanted } = request.query as { readonly for?: unknown };
  return callerKinds.find((one) => one === wanted);
}

/** Links keep the caller whose schema is shown. */
function staying(request: FastifyRequest, { text }: Html): Html {
  const kind = wantedIn(request);
  return new Html(
    kind ? text.replaceAll(/(href="\/schema(?:\/\w+)?)"(?! data-all)/g, `$1?for=${kind}"`) : text,
  );
}

const typesIn = (schema: GraphQLSchema): GraphQLNamedType[] =>
  Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .sort((one, other) => (one.name < other.name ? -1 : 1));

const readers: Readonly<Record<CallerKind, string>> = {
  anonymous: 'everybody',
  registrar: 'registrars',
  portal: 'portals',
  billing: 'billing clients',
  operator: 'operators',
};

/** Who is meant by the marks, and links to the part of one kind of caller. */
const others = (kind: CallerKind | undefined): Html =>
  html`<p class="soft">${
    kind
      ? html`This is the part for ${readers[kind]}. <a href="/schema" data-all>Everything</a>, or the part for `
      : html`This is everything. What only some callers can use is marked with who they are: <span class="tag">operators</span>. Only the part for `
  }${between(
    kindsInOrder
      .filter((one) => one !== kind)
      .map((one) => html`<a href="/schema?for=${one}">${readers[one]}</a>`),
  )}. With your credentials <a href="/graphql">GraphiQL</a> shows what you can use.</p>`;

const fileOf = (kind: CallerKind | undefined): string =>
  kind === undefined || kind === 'anonymous' ? '/schema.graphql' : `/schema/${kind}.graphql`;

const kinds: readonly (readonly [string, (type: GraphQLNamedType) => boolean])[] = [
  ['Where to begin', ({ name }) => /^(?:Query|Mutation|Subscription)$/.test(name)],
  ['Objects', (type) => isObjectType(type) || isInterfaceType(type) || isUnionType(type)],
  ['Inputs', isInputObjectType],
  ['Enums', isEnumType],
  ['Scalars', isScalarType],
];

function listOf(types: readonly GraphQLNamedType[], kind: CallerKind | undefined, marks: Marks): Html {
  const kindOf = (type: GraphQLNamedType) => kinds.find(([, isOne]) => isOne(type))?.[0];
  const isWhole = kind === undefined;
  return html`<h1>The schema</h1>
<p>Every type of the graph. As a file for your tools: <a href="${fileOf(kind)}">${fileOf(kind)}</a>. To try it: <a href="/graphql">GraphiQL</a>.</p>
${others(kind)}
<p role="search" class="find"><label for="find">Find a type or a field</label>
<input type="search" id="find" placeholder="renew, expiresAt, DomainWhere …"> <span id="found" role="status" class="soft small"></span></p>
${kinds.map(
  ([kind]) =>
    html`<section><h2>${kind}</h2><ul class="types">${types
      .filter((type) => kindOf(type) === kind)
      .map(
        (
          type,
        ) => html`<li data-words="${[type.name, ...wordsOf(type)].join(' ')}"><a href="/schema/${type.name}">${type.name}</a>${isWhole && marks.of(type.name)}
<span class="about soft small">${firstSentence(type.description)}</span></li>`,
      )}</ul></section>`,
)}`;
}

const wordsOf = (type: GraphQLNamedType): string[] =>
  isEnumType(type)
    ? type.getValues().map(({ name }) => name)
    : 'getFields' in type
      ? Object.keys(type.getFields())
      : [];

const firstSentence = (text: string | null | undefined): string =>
  /^[^\n]*?\.(?=\s|$)/.exec(text ?? '')?.[0] ?? text ?? '';

function pageOf(type: GraphQLNamedType, marks: Marks | undefined): Html {
  const whose = (name: string): Html | undefined => marks?.of(type.name, name);
  const forWhom = marks?.of(type.name);
  return html`<p><a href="/schema">The schema</a></p><h1>${type.name}</h1>
${forWhom && html`<p class="small soft">For${forWhom}</p>`}
${type.description && html`<p>${inCode(type.description)}</p>`}
${
  (isObjectType(type) || isInterfaceType(type)) &&
  type.getInterfaces().length > 0 &&
  html`<p class="soft">Is also: ${between(type.getInterfaces().map(linkTo))}</p>`
}
${isUnionType(type) && html`<p>One of: ${between(type.getTypes().map(linkTo))}</p>`}
${isEnumType(type) && html`<dl class="members">${type.getValues().map(({ name, description, deprecationReason }) => member(name, html`<code>${name}</code>${whose(name)}`, description, deprecationReason))}</dl>`}
${(isObjectType(type) || isInterfaceType(type)) && html`<dl class="members">${Object.values(type.getFields()).map((field) => fieldOf(field, whose(field.name)))}</dl>`}
${isInputObjectType(type) && html`<dl class="members">${Object.values(type.getFields()).map((field) => argumentOf(field, whose(field.name)))}</dl>`}`;
}

const fieldOf = (field: GraphQLField<unknown, unknown>, whose: Html | undefined): Html =>
  html`${member(
    field.name,
    html`<code>${field.name}</code>: ${typeLink(field.type)}${whose}`,
    field.description,
    field.deprecationReason,
  )}${field.args.length > 0 && html`<dd><dl class="members">${field.args.map((one) => argumentOf(one))}</dl></dd>`}`;

const argumentOf = (
  { name, type, description, deprecationReason }: GraphQLArgument | GraphQLInputField,
  whose?: Html,
): Html => member('', html`<code>${name}</code>: ${typeLink(type)}${whose}`, description, deprecationReason);

const member = (
  id: string,
  head: Html,
  description: string | null | undefined,
  deprecated: string | null | undefined,
): Html => html`<dt${id ? new Html(` id="${id}"`) : ''}>${head}</dt>
<dd>${inCode(description ?? '')}${deprecated && html` <span class="tag warn">deprecated</span> ${inCode(deprecated)}`}</dd>`;

/** `[Domain!]!`, with the name as a link. */
function typeLink(type: GraphQLType): Html {
  const { name } = getNamedType(type);
  const [before = '', after = ''] = String(type).split(name);
  return html`${before}${linkTo({ name })}${after}`;
}

const linkTo = ({ name }: { readonly name: string }): Html => html`<a href="/schema/${name}">${name}</a>`;
const between = (parts: readonly Html[]): Html => new Html(parts.map(({ text }) => text).join(', '));

/** Descriptions quote code in backticks. */
const inCode = (text: string): Html[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

const schemaStyle = new Html(`
.types { list-style: none; padding: 0; columns: 22rem; column-gap: 2rem; } .types li { break-inside: avoid; padding: .2rem 0; }
.types li a { font-family: var(--mono); font-size: .9rem; overflow-wrap: anywhere; } .types .about { display: block; overflow-wrap: anywhere; }
.find { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; } .find label { font-weight: 600; }
.find input { font: inherit; flex: 1 1 14rem; max-width: 26rem; padding: .5rem .7rem; border: 1px solid var(--line); border-radius: 9px; background: var(--card); color: var(--ink); }
dl.members { display: block; } .members dt { color: var(--ink); margin-top: .9rem; overflow-wrap: anywhere; } .members dd { color: var(--soft); margin-left: 1.25rem; }
.members dt:target { background: var(--warn-tint); } .members .members dt { margin-top: .35rem; }
`);
