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
import { senderOf } from '../../apis/access/sender.ts';
import { schemaOf } from '../../apis/graphql/caller-schemas.ts';
import type { Services } from '../../apis/services.ts';
import { type CallerKind, callerKinds, kindOf } from '../../core/actor.ts';
import { Refusal } from '../../core/errors.ts';
import { type Packed, pack, sendPacked } from '../shared/compressed.ts';
import { Html, html } from '../shared/html.ts';
import { siteNav } from '../shared/nav.ts';
import { sendPage } from '../shared/page.ts';
import { pageScript } from '../shared/scripts.ts';

/**
 * The schema as files that anybody can read, /schema.graphql with everything and /schema/registrar.graphql with the part of one
 * kind of caller, and as /schema where a person reads it: a page for each type, found by its name or by its fields'. These pages
 * show callers their own part, or the one that `?for=` names.
 */
export function mountSchema(
  app: FastifyInstance,
  { config, authenticator }: Services,
  whole: GraphQLSchema,
): void {
  const partFor = (kind: CallerKind): GraphQLSchema => schemaOf(whole, kind);
  const readersOf = async (request: FastifyRequest): Promise<readonly CallerKind[]> => {
    const wanted = wantedIn(request);
    if (wanted) return [wanted];
    // Wrong credentials count as none: the public schema is shown.
    const kind = await authenticator.anyone(senderOf(request)).then(kindOf, (error: unknown): CallerKind => {
      if (error instanceof Refusal) return 'anonymous';
      throw error;
    });
    return kind === 'anonymous' ? kindsInOrder : [kind];
  };
  const everything = schemaFile(() => whole);
  const files = Object.fromEntries(callerKinds.map((kind) => [kind, schemaFile(() => partFor(kind))]));
  app.get('/schema.graphql', (request, reply) =>
    (files[wantedIn(request) ?? ''] ?? everything)(request, reply),
  );
  for (const [kind, send] of Object.entries(files))
    if (kind !== 'anonymous') app.get(`/schema/${kind}.graphql`, send);
  const nav = siteNav(config, '/schema');
  app.get('/schema', async (request, reply) => {
    const [kind = 'anonymous'] = await readersOf(request);
    return sendPage(reply.header('vary', 'Authorization'), {
      title: 'Schema',
      description: 'Every type of the graph, with the meaning of its fields and arguments.',
      nav,
      main: staying(request, listOf(typesIn(partFor(kind)), kind)),
      css: schemaStyle,
      script: pageScript('schema.js'),
    });
  });
  // One route for all types: several hundred would add a fifth of a second to each start.
  app.get<{ Params: { name: string } }>('/schema/:name', async (request, reply) => {
    const { name } = request.params;
    const kind = (await readersOf(request)).find(
      (one) => !name.startsWith('__') && partFor(one).getType(name),
    );
    const type = kind && partFor(kind).getType(name);
    if (!type) return reply.callNotFound();
    return sendPage(reply.header('vary', 'Authorization'), {
      title: name,
      description: type.description ?? `The type ${name} of the graph.`,
      nav,
      main: staying(request, pageOf(type)),
      css: schemaStyle,
    });
  });
}

/** Printed when it is first asked for, and not sent again while it is the same. */
function schemaFile(schema: () => GraphQLSchema) {
  let made: Promise<Packed> | undefined;
  return async (_: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    made ??= pack(`${printSchemaWithDirectives(schema())}\n`);
    return sendPacked(reply.type('text/plain; charset=utf-8'), await made);
  };
}

/** Who has not signed in reads a type as the first of these sees it that has it. */
const kindsInOrder: readonly CallerKind[] = ['anonymous', 'registrar', 'portal', 'billing', 'operator'];

/** The kind of caller that `?for=` names. */
function wantedIn(request: FastifyRequest): CallerKind | undefined {
  const { for: wanted } = request.query as { readonly for?: unknown };
  return callerKinds.find((one) => one === wanted);
}

/** Links keep the caller whose schema is shown. */
function staying(request: FastifyRequest, { text }: Html): Html {
  const kind = wantedIn(request);
  return new Html(kind ? text.replaceAll(/(href="\/schema(?:\/\w+)?)"/g, `$1?for=${kind}"`) : text);
}

const typesIn = (schema: GraphQLSchema): GraphQLNamedType[] =>
  Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .sort((one, other) => (one.name < other.name ? -1 : 1));

const readers: Readonly<Record<CallerKind, string>> = {
  anonymous: 'everybody, signed in or not',
  registrar: 'registrars',
  portal: 'portals',
  billing: 'billing clients',
  operator: 'operators',
};

/** Links to the schemas of others. */
const others = (kind: CallerKind): Html =>
  html`<p class="soft">This is the schema for ${readers[kind]}. There are others: for ${between(
    kindsInOrder
      .filter((one) => one !== kind)
      .map((one) => html`<a href="/schema?for=${one}">${readers[one]}</a>`),
  )}. With your credentials in <code>Authorization</code> this page and <a href="/graphql">GraphiQL</a> show what you can use.</p>`;

const fileOf = (kind: CallerKind): string =>
  kind === 'anonymous' ? '/schema.graphql' : `/schema/${kind}.graphql`;

const kinds: readonly (readonly [string, (type: GraphQLNamedType) => boolean])[] = [
  ['Where to begin', ({ name }) => /^(?:Query|Mutation|Subscription)$/.test(name)],
  ['Objects', (type) => isObjectType(type) || isInterfaceType(type) || isUnionType(type)],
  ['Inputs', isInputObjectType],
  ['Enums', isEnumType],
  ['Scalars', isScalarType],
];

function listOf(types: readonly GraphQLNamedType[], kind: CallerKind): Html {
  const kindOf = (type: GraphQLNamedType) => kinds.find(([, isOne]) => isOne(type))?.[0];
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
        ) => html`<li data-words="${[type.name, ...wordsOf(type)].join(' ')}"><a href="/schema/${type.name}">${type.name}</a>
<span class="soft small">${firstSentence(type.description)}</span></li>`,
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

function pageOf(type: GraphQLNamedType): Html {
  return html`<p><a href="/schema">The schema</a></p><h1>${type.name}</h1>
${type.description && html`<p>${inCode(type.description)}</p>`}
${
  (isObjectType(type) || isInterfaceType(type)) &&
  type.getInterfaces().length > 0 &&
  html`<p class="soft">Is also: ${between(type.getInterfaces().map(linkTo))}</p>`
}
${isUnionType(type) && html`<p>One of: ${between(type.getTypes().map(linkTo))}</p>`}
${isEnumType(type) && html`<dl class="members">${type.getValues().map(({ name, description, deprecationReason }) => member(name, html`<code>${name}</code>`, description, deprecationReason))}</dl>`}
${(isObjectType(type) || isInterfaceType(type)) && html`<dl class="members">${Object.values(type.getFields()).map(fieldOf)}</dl>`}
${isInputObjectType(type) && html`<dl class="members">${Object.values(type.getFields()).map(argumentOf)}</dl>`}`;
}

const fieldOf = (field: GraphQLField<unknown, unknown>): Html =>
  html`${member(
    field.name,
    html`<code>${field.name}</code>: ${typeLink(field.type)}`,
    field.description,
    field.deprecationReason,
  )}${field.args.length > 0 && html`<dd><dl class="members">${field.args.map((one) => argumentOf(one))}</dl></dd>`}`;

const argumentOf = ({
  name,
  type,
  description,
  deprecationReason,
}: GraphQLArgument | GraphQLInputField): Html =>
  member('', html`<code>${name}</code>: ${typeLink(type)}`, description, deprecationReason);

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
.types li a { font-family: var(--mono); font-size: .9rem; overflow-wrap: anywhere; } .types span { display: block; overflow-wrap: anywhere; }
.find { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; } .find label { font-weight: 600; }
.find input { font: inherit; flex: 1 1 14rem; max-width: 26rem; padding: .5rem .7rem; border: 1px solid var(--line); border-radius: 9px; background: var(--card); color: var(--ink); }
dl.members { display: block; } .members dt { color: var(--ink); margin-top: .9rem; overflow-wrap: anywhere; } .members dd { color: var(--soft); margin-left: 1.25rem; }
.members dt:target { background: var(--warn-tint); } .members .members dt { margin-top: .35rem; }
`);
