-- Apart from 0068: whoever reads domains waits for this alone, and not for an index to be built.
drop index domains_registrant;
alter index domains_registrant_whose rename to domains_registrant;
