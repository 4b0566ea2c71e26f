-- Apart from 0070: whoever reads the ledger waits for this alone, and not for an index to be built.
drop index ledger_created;
alter index ledger_created_sums rename to ledger_created;
