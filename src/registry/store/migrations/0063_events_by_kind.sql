-- Events of a period by kind are counted in the index. It takes the place of domain_versions_at (0065): readers go on, writes wait until it is built.
-- Locked in the order in which writes come by: history, the ledger, then the versions that their triggers change.
lock table history, ledger in share row exclusive mode;
create index domain_versions_at_kind on domain_versions (valid_from, id) include (kind, price);
