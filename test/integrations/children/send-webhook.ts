import { webhookSender } from '#src/integrations/webhooks.ts';

const [url = '', secret = ''] = process.argv.slice(2);
// This machine stands for the Internet here.
const sender = webhookSender({
  isTrial: false,
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  mayConnectTo: { public: () => true, loopback: () => false },
});
const sent = sender.send({ url, id: 'msg_1', body: '{"type":"webhook.test"}', secrets: [secret] });
console.log(
  await sent.then(
    () => 'sent',
    (error: Error) => error.message,
  ),
);
await sender.close();
