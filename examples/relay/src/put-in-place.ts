import { ConnectionHandler, type RecordProxy, type RecordSourceSelectorProxy } from 'relay-runtime';

/**
 * Puts a change into the list that is shown, which is sorted by the day of expiry. Relay itself has changed the domain
 * wherever it is shown; a row whose day is another one now stays where it is looked at until the list is read again.
 */
export function putInPlace(store: RecordSourceSelectorProxy, listId: string): void {
  const list = store.get(listId);
  const told = store.getRootField('domainsChanged');
  const change = told?.getValue('change');
  if (!list || !told || change === 'CHANGED') return;
  const edges = list.getLinkedRecords('edges') ?? [];
  const known = edges.map(nodeOf).find((node) => node?.getValue('name') === told.getValue('name'));
  const count = Number(list.getValue('totalCount'));
  if (change === 'LEFT') {
    if (known) ConnectionHandler.deleteNode(list, known.getDataID());
    list.setValue(count - 1, 'totalCount');
    return;
  }
  const domain = told.getLinkedRecord('domain');
  // It was read already.
  if (known) return;
  list.setValue(count + 1, 'totalCount');
  // It is gone again, which will be told as well.
  if (!domain) return;
  const place = edges.findIndex((edge) => expiryOf(nodeOf(edge)) > expiryOf(domain));
  // Behind all that are shown: it comes with the pages that are not read yet.
  if (place < 0 && list.getLinkedRecord('pageInfo')?.getValue('hasNextPage')) return;
  const edge = ConnectionHandler.createEdge(store, list, domain, 'DomainEdge');
  edge.setValue(null, 'cursor');
  list.setLinkedRecords(edges.toSpliced(place < 0 ? edges.length : place, 0, edge), 'edges');
}

const nodeOf = (edge: RecordProxy): RecordProxy | null | undefined => edge.getLinkedRecord('node');

const expiryOf = (node: RecordProxy | null | undefined): number =>
  Date.parse(String(node?.getValue('expiresAt')));
