/**
 * Who may do what, in a second place on purpose: an operation that lets in somebody more, or is new, is noticed here.
 * What the house does by itself is left out.
 */
export const written: Readonly<Record<string, string>> = {
  registrar: `
    access-token.authorize-app
    registrar.refuse-unbuilt
    approval.approve approval.decline approval.follow approval.list approval.show
    invoice.find account.follow-transactions account.list-balances account.list-transactions account.show account.show-details session.sign-out session.switch registrar.show-abilities registrar.show-summary
    webhook.create webhook.delete webhook.redeliver webhook.rotate-secret webhook.test webhook.update
  `,
  'registrar:billing': `
    account.disable-auto-reload account.set-auto-reload account.top-up account.update invoice.cancel invoice.print invoice.send
  `,
  'registrar:billing billing operator': 'invoice.create-one-off-payment invoice.list invoice.show',
  'registrar:epp': `
    contact.check-code contact.create contact.search contact.show-domains
    domain.add-nameserver-in-bulk     domain.apply-change-set
    domain.bulk-renew domain.bulk-transfer domain.list-dnssec-keys domain.list-nameservers     domain.newest domain.register     domain.renew domain.replace-admin-contact domain.replace-nameserver
    domain.replace-tech-contact domain.show-contacts domain.show-transfer-info
    notification.acknowledge notification.follow notification.latest notification.list
    notification.show
  `,
  'registrar:super': `
    account.update-settings
    allowed-ip.add allowed-ip.list allowed-ip.remove allowed-ip.show allowed-ip.update certificate.request
  `,
  'registrar:super operator': `
    api-user.create api-user.delete api-user.list api-user.show api-user.update certificate.revoke certificate.show
  `,
  'registrar:epp operator': `
    contact.list contact.show contact.show-as-of domain.follow domain.follow-list contact.follow-list domain.list domain.list-events statistics.show-domains domain.show domain.quote-renewals domain.show-as-of
    contact.delete contact.update domain.add-contacts domain.add-dnssec-keys domain.add-nameservers domain.cancel-pending-change domain.delete domain.exchange-nameserver domain.set-nameservers domain.remove-client-hold domain.remove-contacts domain.remove-dnssec-keys domain.remove-nameserver domain.set-client-hold domain.transfer domain.update
  `,
  operator: `
    access-log.list operator-log.list account.adjust allowed-ip.commit bank-transfer.record certificate.add certificate.sign dispute.close dispute.open
    dispute.list domain.cancel-force-delete name.list-blocked name.list-reserved payment.list payment.refund payment.abandon-refund contact.merge
    job.list-runs outbox.list
    domain.force-delete domain.set-statuses domain.lock domain.unlock domain.settle job.list job.run ledger.list ledger.prove legal-document.download name.block name.reserve
    name.unblock outbox.revive payment.list-disagreements payment.resolve-disagreement price.set
    operator.create operator.update operator.disable operator.list
    registrar.create registrar.notify registrar.reinstate registrar.suspend registrar.update reservation.cancel name.unreserve
    sandbox.reset setting.list setting.set zone.close zone.create zone.file zone.update person.show person.erase
    bulk.list bulk.list-rows bulk.show bulk.start bulk.stop registrar.move-portfolio
  `,
  'registrar operator':
    'access-token.create access-token.list access-token.revoke statistics.show-market-share mirror.show price.list registrar.list zone.list webhook.list',
  'registrar portal billing operator': `
    sandbox.clock.advance sandbox.mailbox.show sandbox.payment.complete
    question.publish question.list question.revoke question.update board.publish board.list board.update board.revoke
  `,
  'portal operator': 'reservation.list',
  'registrar:epp portal': 'domain.check-names',
  anonymous: `
    operator.choose-password operator.sign-in
    session.sign-in domain.decide-pending-change domain.show-pending-change domain.show-public nameserver.show-public registrar.show-public
    name.list-auctions name.list-retained payment.receive-notification
  `,
  'billing operator': `
    invoice.cancel-of-name invoice.create-bulk-payment invoice.create-deposit-prepayment
    invoice.create-payment-link invoice.export-to-accounting invoice.follow invoice.import
    invoice.import-reference-numbers invoice.issue-monthly-numbers invoice.issue-number
    invoice.issue-reference-number invoice.payment-status invoice.refund invoice.send-as-e-invoice
    invoice.update-amount invoice.update-deposit-status invoice.update-status
  `,
  portal: `
    paid-reservation.create paid-reservation.invoice paid-reservation.show reservation.create reservation.show
    reservation.suggest
  `,
};

/** The scope that an access token needs, of every operation; with SIGN_IN no token is enough. */
export const writtenScopes: Readonly<Record<string, string>> = {
  READ: `
    approval.show
    operator.list operator.choose-password operator.sign-in
    access-log.list dispute.list job.list-runs name.list-blocked operator-log.list outbox.list payment.list
    access-token.list question.list board.list allowed-ip.list allowed-ip.show api-user.list api-user.show certificate.show
    contact.check-code contact.list contact.search contact.show contact.show-as-of contact.show-domains
    contact.follow-list domain.check-names domain.follow domain.follow-list domain.list domain.list-dnssec-keys domain.list-nameservers domain.newest
    domain.list-events domain.quote-renewals domain.show domain.show-as-of domain.show-contacts domain.show-pending-change domain.show-public
    domain.show-transfer-info invoice.find invoice.follow invoice.payment-status job.list ledger.list ledger.prove
    legal-document.download
    mirror.show name.list-auctions name.list-reserved name.list-retained notification.follow
    notification.latest notification.list notification.show paid-reservation.invoice
    paid-reservation.show payment.list-disagreements price.list registrar.list registrar.refuse-unbuilt
    nameserver.show-public registrar.show-public
    registrar.show-abilities reservation.list reservation.show reservation.suggest sandbox.mailbox.show
    session.sign-in setting.list statistics.show-domains statistics.show-market-share webhook.list zone.file zone.list person.show
    bulk.list bulk.list-rows bulk.show
  `,
  WRITE: `
    account.adjust bank-transfer.record contact.create contact.delete contact.merge contact.update
    dispute.close dispute.open domain.add-contacts domain.add-dnssec-keys domain.add-nameserver-in-bulk
    domain.add-nameservers domain.apply-change-set domain.bulk-renew domain.bulk-transfer domain.cancel-force-delete
    domain.cancel-pending-change domain.exchange-nameserver domain.set-nameservers
    domain.decide-pending-change domain.delete domain.force-delete domain.register domain.remove-client-hold
    domain.remove-contacts domain.remove-dnssec-keys domain.remove-nameserver domain.renew
    domain.replace-admin-contact domain.replace-nameserver domain.replace-tech-contact domain.set-client-hold
    domain.set-statuses domain.lock domain.unlock domain.settle domain.transfer domain.update invoice.cancel-of-name invoice.create-bulk-payment
    invoice.create-deposit-prepayment invoice.create-payment-link invoice.export-to-accounting invoice.import
    invoice.import-reference-numbers invoice.issue-monthly-numbers invoice.issue-number
    invoice.issue-reference-number invoice.refund invoice.send-as-e-invoice invoice.update-amount
    invoice.update-deposit-status invoice.update-status job.run name.block name.reserve name.unblock
    name.unreserve notification.acknowledge outbox.revive paid-reservation.create payment.abandon-refund
    payment.receive-notification payment.refund payment.resolve-disagreement price.set registrar.create
    registrar.notify registrar.reinstate registrar.suspend registrar.update reservation.cancel reservation.create
    sandbox.clock.advance sandbox.payment.complete sandbox.reset webhook.redeliver webhook.test
    zone.close zone.create zone.update person.erase
    bulk.start bulk.stop registrar.move-portfolio
  `,
  BILLING: `
    account.disable-auto-reload account.follow-transactions account.list-balances account.list-transactions account.set-auto-reload account.show
    account.show-details account.top-up account.update invoice.cancel invoice.create-one-off-payment
    invoice.list invoice.print invoice.send invoice.show registrar.show-summary
  `,
  SIGN_IN: `
    account.update-settings approval.approve approval.decline approval.follow approval.list
    operator.create operator.update operator.disable
    question.publish question.revoke question.update board.publish board.update board.revoke
    access-token.authorize-app access-token.create access-token.revoke session.sign-out allowed-ip.add allowed-ip.commit allowed-ip.remove
    allowed-ip.update api-user.create api-user.delete api-user.update certificate.add certificate.request
    certificate.revoke certificate.sign session.switch setting.set webhook.create webhook.delete webhook.rotate-secret
    webhook.update
  `,
};

/** The role that an operator needs, of every operation that operators may call; VIEWER is any of them. */
export const writtenRoles: Readonly<Record<string, string>> = {
  VIEWER: `
    access-log.list access-token.create access-token.list access-token.revoke api-user.list api-user.show board.list
    board.publish board.revoke board.update certificate.show contact.follow-list contact.list contact.show
    contact.show-as-of dispute.list domain.follow domain.follow-list domain.list domain.list-events
    domain.quote-renewals domain.show domain.show-as-of invoice.follow invoice.list invoice.payment-status invoice.show
    job.list job.list-runs ledger.list ledger.prove mirror.show name.list-blocked name.list-reserved operator-log.list
    outbox.list payment.list payment.list-disagreements price.list question.list question.publish question.revoke question.update
    registrar.list reservation.list sandbox.clock.advance sandbox.mailbox.show sandbox.payment.complete setting.list
    statistics.show-domains statistics.show-market-share webhook.list zone.file zone.list
    bulk.list bulk.list-rows bulk.show bulk.start bulk.stop
  `,
  SUPPORT: `
    contact.delete contact.update domain.add-contacts domain.add-dnssec-keys domain.add-nameservers domain.cancel-pending-change domain.delete domain.exchange-nameserver domain.set-nameservers domain.remove-client-hold domain.remove-contacts domain.remove-dnssec-keys domain.remove-nameserver domain.set-client-hold domain.transfer domain.update domain.lock domain.unlock domain.settle
    allowed-ip.commit api-user.create api-user.delete api-user.update certificate.add certificate.revoke
    certificate.sign contact.merge dispute.close dispute.open domain.cancel-force-delete domain.force-delete
    domain.set-statuses legal-document.download name.block name.reserve name.unblock name.unreserve registrar.notify
    reservation.cancel person.show person.erase
  `,
  FINANCE: `
    account.adjust bank-transfer.record invoice.cancel-of-name invoice.create-bulk-payment
    invoice.create-deposit-prepayment invoice.create-one-off-payment invoice.create-payment-link
    invoice.export-to-accounting invoice.import invoice.import-reference-numbers invoice.issue-monthly-numbers
    invoice.issue-number invoice.issue-reference-number invoice.refund invoice.send-as-e-invoice invoice.update-amount
    invoice.update-deposit-status invoice.update-status outbox.revive payment.abandon-refund payment.refund
    payment.resolve-disagreement price.set
  `,
  ADMIN: `
    registrar.move-portfolio
    job.run operator.create operator.disable operator.list operator.update registrar.create registrar.reinstate
    registrar.suspend registrar.update sandbox.reset setting.set zone.close zone.create zone.update
  `,
};
