import { useState } from 'react';
import { useMutation, useQuery, useSubscription } from 'urql';
import { graphql } from './gql/index.ts';

graphql(`
  fragment Message on Notification {
    id
    text
    createdAt
  }
`);

const MessagesQuery = graphql(`
  query Messages {
    notifications(first: 5, where: { readAt: { isNull: true } }) {
      nodes {
        ...Message
      }
    }
  }
`);

const NewsSubscription = graphql(`
  subscription News($after: ID) {
    notificationReceived(after: $after) {
      ...Message
    }
  }
`);

const ReadMutation = graphql(`
  mutation Read($id: ID!) {
    notificationAcknowledge(input: { id: $id }) {
      notification {
        id
        readAt
      }
      userErrors {
        message
      }
    }
  }
`);

/** Listens, and gives the newest message; the cache puts each into the list (graph.ts). */
export function useNews() {
  const [{ data: shown }] = useQuery({ query: MessagesQuery });
  const messages = shown?.notifications?.nodes;
  // From the last message that is shown, so that nothing falls between asking and listening.
  const after = useFirst(messages && (messages[0]?.id ?? null));
  const [{ data }] = useSubscription({
    query: NewsSubscription,
    variables: { after: after ?? null },
    pause: after === undefined,
  });
  return data?.notificationReceived;
}

/** What the registry has to say, newest first. */
export function Messages() {
  const [{ data }] = useQuery({ query: MessagesQuery });
  const [, read] = useMutation(ReadMutation);
  const messages = data?.notifications?.nodes;
  return (
    <section className="card" aria-labelledby="messages">
      <h2 id="messages">Messages</h2>
      {messages?.length === 0 && <p className="soft">Nothing new.</p>}
      <ul className="plain">
        {messages?.map(({ id, text, createdAt }) => (
          <li key={id}>
            <p>{text}</p>
            <p className="soft">
              <time dateTime={createdAt}>{createdAt.slice(0, 16).replace('T', ' ')}</time>
              <button
                type="button"
                className="compact quiet"
                onClick={() => read({ id })}
                aria-label={`Mark as read: ${text}`}
              >
                Mark as read
              </button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first value there was; what comes later changes nothing. */
function useFirst<T>(value: T | undefined): T | undefined {
  const [first, setFirst] = useState(value);
  if (first === undefined && value !== undefined) setFirst(value);
  return first;
}
