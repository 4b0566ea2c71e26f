import { sql } from 'kysely';
import { z } from 'zod';
import { senderOf } from '../apis/access/sender.ts';
import type { Extension } from '../apis/extension-points.ts';
import { DomainRef } from '../apis/graphql/domain/type.ts';
import { plainFields } from '../apis/graphql/entity-fields.ts';
import { listOf, listQuery } from '../apis/graphql/list.ts';
import { defineMutation } from '../apis/graphql/mutation.ts';
import { nodeIsVisible } from '../apis/graphql/node-visibility.ts';
import { deletedId, result } from '../apis/graphql/payload.ts';
import { rowNode } from '../apis/graphql/row-node.ts';
import { fields, text as textOfBody } from '../apis/rest/codec.ts';
import { success } from '../apis/rest/registrar/envelope.ts';
import { registrarApi } from '../apis/rest/registrar/router.ts';
import { mountApi } from '../apis/rest/router.ts';
import { registrarOf } from '../base/actor.ts';
import { failure, Refusal, refuseWith } from '../base/errors.ts';
import { declareSettings } from '../base/settings.ts';
import { entity, identity, moment, reference, text } from '../registry/entities/entity.ts';
import { domainName, rowId } from '../registry/operations/input.ts';
import { listedFrom, listInput } from '../registry/operations/lists.ts';
import { defineCommand, defineQuery } from '../registry/operations/operation.ts';
import { rows } from '../registry/operations/readers/rows.ts';
import { entityRows } from '../registry/store/driver/lists/rows.ts';
import { entityList } from '../registry/store/driver/lists/stored-list.ts';
import { forgetToo } from '../registry/store/runner/forgotten.ts';
import { html } from './kit/html.ts';
import { sendPage } from './kit/page.ts';

/**
 * What an extension from outside is given: the modules of the running product, because a second copy of them would
 * have a graph and operations of its own. Each name is used by examples/extension, which is the reason that it is here.
 */
export const zonegraph = {
  z,
  declareSettings,
  failure,
  refuseWith,
  Refusal,
  entities: { entity, identity, reference, text, moment },
  operations: { defineCommand, defineQuery, registrarOf, domainName, rowId, listInput, listedFrom, rows },
  store: { sql, entityList, entityRows, forgetToo },
  graph: {
    rowNode,
    nodeIsVisible,
    plainFields,
    DomainRef,
    listOf,
    listQuery,
    defineMutation,
    result,
    deletedId,
  },
  rest: { mountApi, registrarApi, success, fields, text: textOfBody },
  pages: { senderOf, html, sendPage },
};

export type Zonegraph = typeof zonegraph;

/** The export `extension` of an extension from outside. */
export type FromOutside = (zonegraph: Zonegraph) => Extension;
