import { spawn } from 'node:child_process';
import { beforeAll, expect, it } from 'vitest';
import { alpha, operator, portal } from '../../support/world.ts';
import { call, inBrowser, raiseCurtain, type Stage } from './stage.ts';

const slow = 120_000;

inBrowser('what people do from beginning to end', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await raiseCurtain();
  }, slow);

  it('a customer pays for a reservation, and the name is registered with its code', {
    timeout: slow,
  }, async () => {
    const names = ['minu-uus-firma.ee'];
    const reserved = await call(stage, '/api/v1/business_registry/long_reserve_domains', portal, {
      domain_names: names,
    });
    expect(reserved.status).toBe(201);
    const { linkpay_url, user_unique_id, invoice_number } = reserved.body as Record<string, string>;

    const page = await stage.open(String(linkpay_url));
    expect(await page.getByText('10.00 EUR').count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    // It says what was got for it and where the codes are, and leads on.
    expect(await page.getByRole('listitem').first().textContent()).toBe(names[0]);
    expect(await page.getByText(String(user_unique_id)).first().isVisible()).toBe(true);
    await page.getByText('How a portal requests the codes').click();
    const command = String(await page.locator('details pre').textContent());
    expect(command).toContain(`invoice_number=${invoice_number} -d user_unique_id=${user_unique_id}`);

    const query = new URLSearchParams({
      user_unique_id: String(user_unique_id),
      invoice_number: String(invoice_number),
    });
    const status = await call(
      stage,
      `/api/v1/business_registry/long_reserve_domains_status?${query}`,
      portal,
    );
    expect(status.body).toMatchObject({ status: 'paid' });
    const [entry] = status.body.reserved_domains as { name: string; password: string }[];
    expect(entry?.name).toBe(names[0]);

    const registration = { name: names[0], registrant: 'ALPHA:TAMM', period: 1, period_unit: 'y' };
    const without = await call(stage, '/registry/v1/domains', alpha, { domain: registration });
    expect(without.body).toMatchObject({ code: 2003 });
    const registered = await call(stage, '/registry/v1/domains', alpha, {
      domain: { ...registration, reserved_pw: entry?.password },
    });
    expect(registered.body).toMatchObject({ code: 1000, data: { domain: { name: names[0] } } });
  });

  it('a registrant finds the mail, opens its link and approves the change', { timeout: slow }, async () => {
    const page = await stage.open('/sandbox');
    const mail = page.locator('.mail', { hasText: 'Please confirm: a new registrant for uusomanik.ee' });
    await mail.locator('summary').click();
    const opened = page.waitForEvent('popup');
    await mail.getByRole('link', { name: 'Open the link' }).click();
    const question = await opened;
    await question.getByRole('heading', { name: /new registrant\s+for uusomanik.ee/ }).waitFor();
    await question.getByRole('link', { name: 'Eesti keeles' }).click();
    await question
      .getByRole('heading', { name: 'Kas domeen uusomanik.ee saab uue registreerija?' })
      .waitFor();
    await question.getByRole('link', { name: 'In English' }).click();
    expect(await question.getByText('Liis Ilves').count()).toBe(1);
    await question.getByRole('button', { name: 'Approve the change' }).click();
    await question.getByRole('heading', { name: 'Approved' }).waitFor();

    const { body } = await call(stage, '/registry/v1/domains/uusomanik.ee', alpha);
    expect(body).toMatchObject({
      data: { domain: { registrant: { code: 'ALPHA:ILVES' }, statuses: { ok: '' } } },
    });
    const reported = await call(stage, '/registry/v1/registrar/notifications', alpha);
    expect(reported.body).toMatchObject({
      data: { text: 'Registrant confirmed domain update: uusomanik.ee' },
    });
    // The outcome is mailed as well, and the page shows it without being asked.
    await page.locator('.mail', { hasText: 'uusomanik.ee: approved' }).first().waitFor();
  });

  it('a link that was used leads nowhere any more', { timeout: slow }, async () => {
    const page = await stage.open('/confirm/used-up');
    await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
  });

  it('a newcomer listens as the landing page says, and a message arrives live', {
    timeout: slow,
  }, async () => {
    const page = await stage.open('/');
    const command = await page.locator('#code-3').textContent();
    const listener = spawn('sh', ['-c', String(command).replace('curl ', 'exec curl -s ')]);
    let heard = '';
    listener.stdout.on('data', (bytes: Buffer) => {
      heard += bytes.toString();
    });
    // Until the subscription stands nobody can say; so something happens again and again until it was heard.
    let turn = 0;
    const happens = async () => {
      const change = turn % 2 === 0 ? 'add' : 'remove';
      const mutation = `mutation { domainStatusesSet(input: { name: "tamm.ee", ${change}: ["serverHold"] }) { userErrors { message } } }`;
      turn += 1;
      await call(stage, '/graphql', operator, { query: mutation });
      return heard;
    };
    await expect.poll(happens, { interval: 300 }).toContain('set on domain tamm.ee');
    listener.kill();
  });
});
