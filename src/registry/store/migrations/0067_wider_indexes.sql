-- Apart from 0066: whoever reads these tables waits for this alone, and not for indexes to be built.
drop index domains_registrar_name, ledger_registrar;
alter index domains_registrar_name_id rename to domains_registrar_name;
alter index ledger_registrar_sums rename to ledger_registrar;
